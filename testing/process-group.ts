import { type ChildProcess, spawn } from 'node:child_process';

/** Running process groups, so that an interrupted benchmark leaves no process behind. */
const running = new Set<number>();

/** A child process that leads its own process group. The group is stopped as a whole. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The standard error so far, for the message of a failure. */
  stderr(): string;
  /** Pauses all processes of the group, or lets them continue. */
  pause(): void;
  resume(): void;
  end(): Promise<void>;
  /** `kill -9` of all processes of the group. */
  kill(): Promise<void>;
}

export function startGroup(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): ProcessGroup {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${command}`);
  running.add(pid);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    child,
    pid,
    stderr: () => stderr.trim(),
    pause: () => signal(pid, 'SIGSTOP'),
    resume: () => signal(pid, 'SIGCONT'),
    end: async () => {
      signal(pid, 'SIGTERM');
      signal(pid, 'SIGCONT');
      const killTimer = setTimeout(() => signal(pid, 'SIGKILL'), 10_000);
      await ended;
      clearTimeout(killTimer);
      running.delete(pid);
    },
    kill: async () => {
      signal(pid, 'SIGKILL');
      await ended;
      running.delete(pid);
    },
  };
}

/** Kills all groups at once, when a run is interrupted. */
export function killGroups(): void {
  for (const pid of running) signal(pid, 'SIGKILL');
  running.clear();
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
