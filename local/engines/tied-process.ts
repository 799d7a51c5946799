import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Starts the engine, keeps standard input open, and ends the engine as soon as that closes. The operating system closes
 * it when this process ends for any reason, `kill -9` included, so no engine outlives its stack. When the engine ends
 * first, `wait` returns and the watcher ends as well.
 */
const GUARD = `
trap '' INT HUP
exec 3<&0
"$@" </dev/null 3<&- &
engine=$!
{ read -r _ <&3; kill -TERM "$engine" 2>/dev/null; } &
watcher=$!
exec 3<&-
wait "$engine"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

/** A child that ends with this process, in the same process group. */
export function spawnTied(command: string, args: readonly string[]): ChildProcess {
  const stdio = ['pipe', 'pipe', 'pipe'] as const;
  return process.platform === 'win32'
    ? spawn(command, [...args], { stdio: [...stdio] })
    : spawn('/bin/sh', ['-c', GUARD, 'guard', command, ...args], { stdio: [...stdio] });
}

/** Ends a guarded child and waits for it. */
export async function endGuarded(child: ChildProcess, timeoutMs = 2000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (process.platform === 'win32') child.kill();
  else child.stdin?.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await ended;
  clearTimeout(timer);
}
