import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginePath } from '#local/engines/dynamodb-engine.ts';
import { freePort } from '#local/http/free-port.ts';
import { startGroup } from '#testing/process-group.ts';
import { eventually } from './eventually.ts';

/** The bundled engine as a process of its own, which a test can hang or kill while a stack uses it. */
export interface StoppableEngine {
  readonly endpoint: string;
  /** Stops the process: connections are still accepted, and nothing responds. */
  hang(): void;
  resume(): void;
  /** Ends the process: connections are refused. */
  kill(): Promise<void>;
  /** Ends the process and deletes its file. */
  remove(): Promise<void>;
}

export async function startStoppableEngine(): Promise<StoppableEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'aid-engine-'));
  const port = await freePort();
  const args = ['--host', '127.0.0.1', '--port', String(port), '--db-path', join(folder, 'table.db')];
  const group = startGroup([enginePath(), 'serve', ...args], { cwd: folder, env: process.env });
  const endpoint = `http://127.0.0.1:${port}`;
  await eventually(() => fetch(endpoint));
  return {
    endpoint,
    hang: group.pause,
    resume: group.resume,
    kill: group.kill,
    remove: async () => {
      await group.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
