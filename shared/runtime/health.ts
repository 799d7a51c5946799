import type { HealthEvent } from '#shared/contract/health.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { keyGrantRowKey } from '#shared/data/entities/organization/api-key.ts';
import { getRow, type Key } from '#shared/data/table-client.ts';
import { getTable } from './clients.ts';

/** The row of a key that is never issued: nearly every function behind an API may look keys up. */
const NO_GRANT = keyGrantRowKey('health');

/**
 * Reads a row that does not exist, if the event asks for it. What it throws fails the invocation, as a request would
 * fail.
 */
export async function checkHealth({ readsTable }: HealthEvent, key: Key = NO_GRANT): Promise<void> {
  if (readsTable) await getRow(getTable(), anyRow, key);
}
