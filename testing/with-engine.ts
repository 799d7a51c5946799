import { startDynamoDb } from '#local/engines/dynamodb-engine.ts';
import type { TableClient } from '#local/engines/table-client.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** The database of a stack, started separately, so that the caller can reach it too. */
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
