import type { Table } from '#shared/data/table-client.ts';
import { clientOptions } from './client-options.ts';
import { createDocumentClient } from './document-client.ts';
import { readEnv } from './env.ts';

let table: Table | undefined;

/** The stage's table. The client is created at the first call and reused for the lifetime of the function. */
export function getTable(): Table {
  table ??= {
    client: createDocumentClient(clientOptions({ maxAttempts: 5 })),
    name: readEnv('TABLE_NAME').TABLE_NAME,
  };
  return table;
}
