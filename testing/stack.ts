import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '#local/http/free-port.ts';

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
  /** Everything that the stack wrote to its standard error. */
  readonly errors: () => string;
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

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START_DEADLINE_MS = 120_000;

/**
 * Starts a stack with these settings in an otherwise clean environment and waits until it is ready. `root` names
 * another checkout, and `program` another program than that of `npm start`.
 */
export async function startStack(
  settings: Readonly<Record<string, string>>,
  { root = ROOT, program = 'local/start.ts' } = {},
): Promise<Stack> {
  const smtpPort = Number(settings.AID_SMTP_PORT ?? (await freePort()));
  const child = spawn(process.execPath, [program], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      AID_PORT: '0',
      AID_SMTP_PORT: String(smtpPort),
      // No test waits for a function to load again. A release before this one does not know the setting.
      ...(root === ROOT && { AID_WARM_FUNCTIONS: '100' }),
      ...settings,
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const baseUrl = await readyAddress(child, output, closed);
  const pid = child.pid as number;
  return {
    baseUrl,
    smtpPort,
    pid,
    errors: () => output.stderr,
    stop: () => {
      child.kill('SIGTERM');
      return closed;
    },
    kill: async () => {
      process.kill(-pid, 'SIGKILL');
      await closed;
    },
  };
}

function readyAddress(
  child: ChildProcess,
  output: { stdout: string; stderr: string },
  closed: Promise<number | null>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      killGroup(child.pid);
      reject(new Error(`the stack was not ready in time\n${output.stdout}\n${output.stderr}`));
    }, START_DEADLINE_MS);
    child.stdout?.on('data', () => {
      const address = /^ready (http:\/\/\S+)$/m.exec(output.stdout)?.[1];
      if (address === undefined) return;
      clearTimeout(late);
      resolve(address);
    });
    closed.then((code) => {
      clearTimeout(late);
      reject(new StackDidNotStart({ code, ...output }));
    });
  });
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Already exited.
  }
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
