import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginePath } from '#local/engines/dynamodb-engine.ts';
import { startGroup } from '#testing/process-group.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { eventually } from './eventually.ts';

/** The bundled engine as a process of its own, which a test can hang or kill while a stack uses it. */
export interface StoppableEngine {
  readonly endpoint: string;
  /** Stops the process: connections are still accepted, and nothing responds once this has returned. */
  hang(): Promise<void>;
  resume(): void;
  /** Ends the process: connections are refused. */
  kill(): Promise<void>;
  /** Ends the process and deletes its file. */
  remove(): Promise<void>;
}

/**
 * Whether no thread of a process runs. The signal reaches one thread first, which stops the others when it runs: on a
 * busy machine they can still respond in between. Only Linux shows the states of threads; elsewhere the signal has to
 * do.
 */
function isStopped(pid: number): true {
  const tasks = `/proc/${pid}/task`;
  const states = existsSync(tasks) ? readdirSync(tasks).map((id) => stateOf(`${tasks}/${id}/stat`)) : [];
  if (states.some((state) => state !== 'T')) throw new Error(`threads of ${pid} run: ${states.join(' ')}`);
  return true;
}

/** The state in the line that Linux has about a thread: the field after the name, which is in parentheses. */
function stateOf(path: string): string | undefined {
  const line = readFileSync(path, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2)[0];
}

export async function startStoppableEngine(): Promise<StoppableEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'aid-engine-'));
  const port = await reservePort();
  const args = ['--host', '127.0.0.1', '--port', String(port), '--db-path', join(folder, 'table.db')];
  const group = startGroup([enginePath(), 'serve', ...args], { cwd: folder, env: process.env });
  const endpoint = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(endpoint));
  return {
    endpoint,
    hang: async () => {
      group.pause();
      await eventually(() => isStopped(group.pid));
    },
    resume: group.resume,
    kill: group.kill,
    remove: async () => {
      await group.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
