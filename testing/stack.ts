import { join } from 'node:path';
import { type ProcessGroup, startGroup } from './process-group.ts';
import { reservePort } from './reserved-port.ts';

/**
 * The real local stack as a child process: `node local/start.ts` in its own process group, as `npm start` runs it. A
 * test that wants to kill everything kills the group.
 *
 * See: docs/contract/local-profile.md#addresses-and-state.
 */
export interface Stack {
  readonly baseUrl: string;
  readonly smtpPort: number;
  /** The leader of the group; also the id of the group. */
  readonly pid: number;
  /** Milliseconds from the start of the process to its line `ready`. */
  readonly startMs: number;
  /** Everything that the stack wrote to its standard error. */
  errors(): string;
  /** Pauses the stack while work accumulates. */
  pause(): void;
  resume(): void;
  /** Sends SIGTERM, as Ctrl-C would, and returns the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9` of the whole group. */
  kill(): Promise<void>;
}

/** How a failed start ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class StackDidNotStart extends Error {
  readonly ended: Ended;

  constructor(ended: Ended) {
    super(`the stack ended with ${ended.code} before it was ready\n${ended.stdout}\n${ended.stderr}`);
    this.ended = ended;
  }
}

/** The checkout of this file. */
export const ROOT = join(import.meta.dirname, '..');

const START_DEADLINE_MS = 600_000;

/**
 * Starts a stack with these settings in an otherwise clean environment and waits until it is ready. `root` names
 * another checkout, and `command` another program than that of `npm start`, with its arguments.
 */
export async function startStack(
  settings: Readonly<Record<string, string>>,
  {
    root = ROOT,
    command = [process.execPath, 'local/start.ts'],
  }: { root?: string | undefined; command?: readonly string[] | undefined } = {},
): Promise<Stack> {
  const smtpPort = Number(settings.AID_SMTP_PORT ?? (await reservePort()));
  const startedAt = performance.now();
  const group = startGroup(command, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // Makes the stack end when its parent process is gone.
      npm_lifecycle_event: 'start',
      AID_PORT: '0',
      AID_SMTP_PORT: String(smtpPort),
      // Nothing waits for a function to load again. A release before this one does not know the setting.
      ...(root === ROOT && { AID_WARM_FUNCTIONS: '100' }),
      ...settings,
    },
  });
  const baseUrl = await readyAddress(group);
  const { pid, output, pause, resume, end, kill } = group;
  const startMs = performance.now() - startedAt;
  return { baseUrl, smtpPort, pid, startMs, errors: () => output.stderr, pause, resume, stop: end, kill };
}

function readyAddress({ output, ended, onOutput, kill }: ProcessGroup): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      void kill();
      reject(new Error(`the stack was not ready in time\n${output.stdout}\n${output.stderr}`));
    }, START_DEADLINE_MS);
    onOutput(() => {
      const address = /^ready (http:\/\/\S+)$/m.exec(output.stdout)?.[1];
      if (address === undefined) return;
      clearTimeout(late);
      resolve(address);
    });
    ended.then((code) => {
      clearTimeout(late);
      reject(new StackDidNotStart({ code, ...output }));
    });
  });
}
