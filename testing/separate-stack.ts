import { join } from 'node:path';
import { startDynamoDb } from '#local/engines/dynamodb-engine.ts';
import type { TableClient } from '#local/engines/table-client.ts';
import { freePort } from '#local/http/free-port.ts';
import { type ProcessGroup, startGroup } from './process-group.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

export const ROOT = join(import.meta.dirname, '..');

/** Limits that no benchmark reaches: it measures the work and not the rejections. */
const GENEROUS_LIMITS = {
  orgRequestsPerMinute: 10_000_000,
  ipRequestsPerMinute: 10_000_000,
  failedAuthenticationsPerMinute: 10_000_000,
  unverifiedAgents: 1_000,
  unverifiedEmailsPerDay: 1_000_000,
  tunnelRequestsPerMinute: 10_000_000,
  tunnelAddressRequestsPerMinute: 10_000_000,
};

/** The database of a stack, started separately, so that a benchmark can reach it too. */
export interface Engine {
  readonly endpoint: string;
  readonly client: TableClient;
}

/** Runs `work` with a database in a temporary file: on disk as in `npm start`, and deleted afterwards. */
export function withEngine<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (dir) => {
    const engine = await startDynamoDb(dir, undefined);
    try {
      return await work(engine);
    } finally {
      await engine.stop();
    }
  });
}

export interface StackOptions {
  /** The database to use. Without one, the stack starts its own. */
  readonly dynamodbEndpoint?: string;
  /** The state folder. Without one, the state is lost when the stack stops. */
  readonly stateDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Stack {
  readonly url: string;
  readonly smtpPort: number;
  readonly pid: number;
  /** Milliseconds from the start of the process to its line `ready`. */
  readonly startMs: number;
  /** Pauses the stack while work accumulates. */
  pause(): void;
  resume(): void;
}

/** Runs `work` against a complete local stack in separate processes on free ports. */
export async function withStack<T>(options: StackOptions, work: (stack: Stack) => Promise<T>): Promise<T> {
  const { group, stack } = await startStack([process.execPath, 'local/start.ts'], options);
  try {
    return await work(stack);
  } catch (error) {
    if (group.stderr() !== '') process.stderr.write(`standard error of the stack:\n${group.stderr()}\n`);
    throw error;
  } finally {
    await group.end();
  }
}

export async function startStack(
  [command = '', ...args]: readonly string[],
  options: StackOptions,
): Promise<{ group: ProcessGroup; stack: Stack }> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('AID_'));
  const started = performance.now();
  const group = startGroup(command, args, {
    cwd: ROOT,
    env: {
      ...Object.fromEntries(inherited),
      // Makes the stack exit when its parent process is gone.
      npm_lifecycle_event: 'bench',
      AID_PORT: String(port),
      AID_SMTP_PORT: String(smtpPort),
      AID_LIMITS: JSON.stringify(GENEROUS_LIMITS),
      // The work is measured, and not the start of functions.
      AID_WARM_FUNCTIONS: '100',
      ...(options.stateDir === undefined ? { AID_EPHEMERAL: '1' } : { AID_STATE_DIR: options.stateDir }),
      ...(options.dynamodbEndpoint === undefined ? {} : { AID_DYNAMODB_ENDPOINT: options.dynamodbEndpoint }),
      ...options.environment,
    },
  });
  const url = await untilReady(group).catch(async (error: unknown) => {
    await group.end();
    throw error;
  });
  const { pid, pause, resume } = group;
  return { group, stack: { url, smtpPort, pid, startMs: performance.now() - started, pause, resume } };
}

const READY_WITHIN_MS = 60_000;

function untilReady(group: ProcessGroup): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the stack ${why}: ${group.stderr()}`));
    const timer = setTimeout(() => fail('did not become ready'), READY_WITHIN_MS);
    let output = '';
    group.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /^ready (\S+)$/m.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    group.child.once('exit', (code) => fail(`ended with ${code}`));
  });
}
