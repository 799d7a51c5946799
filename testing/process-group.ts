import { spawn } from 'node:child_process';

/** Running process groups, so that an interrupted program leaves no process behind. */
const running = new Set<number>();

/** How long a process that was asked to end may take. One that needs longer hangs. */
const END_DEADLINE_MS = 300_000;

/** A child process that leads its own process group. */
export interface ProcessGroup {
  /** The leader of the group; also the id of the group. */
  readonly pid: number;
  /** What the group has written so far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  /** The exit code of the leader, when it has ended and its output is read; `null` if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Calls a function whenever the group has written to its standard output. */
  onOutput(listener: () => void): void;
  /** Pauses all processes of the group, or lets them continue. */
  pause(): void;
  resume(): void;
  /** Sends SIGTERM to the leader, as the terminal of a person does, and returns its exit code. */
  end(): Promise<number | null>;
  /** `kill -9` of all processes of the group. */
  kill(): Promise<void>;
}

/** Starts a command as the leader of a process group of its own. */
export function startGroup(
  [command = '', ...args]: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): ProcessGroup {
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${command}`);
  running.add(pid);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    pid,
    output,
    ended,
    onOutput: (listener) => void child.stdout.on('data', listener),
    pause: () => signal(pid, 'SIGSTOP'),
    resume: () => signal(pid, 'SIGCONT'),
    end: async () => {
      child.kill('SIGTERM');
      signal(pid, 'SIGCONT');
      const timer = setTimeout(() => signal(pid, 'SIGKILL'), END_DEADLINE_MS);
      const code = await ended;
      clearTimeout(timer);
      running.delete(pid);
      return code;
    },
    kill: async () => {
      signal(pid, 'SIGKILL');
      await ended;
      running.delete(pid);
    },
  };
}

/** Whether any process of a group is running. */
export function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
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
