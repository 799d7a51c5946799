import { PREFIX } from '#shared/data/table.ts';
import type { Table } from '#shared/data/table-client.ts';
import { canonicalJson } from '#shared/domain/text/canonical-json.ts';
import { everyRow } from './every-row.ts';

/** Counts of requests and slots of waits: a rejected request writes these too, which limits it. */
const LIMITS = [PREFIX.rate, PREFIX.longCall];

/** Every row of a table as text, apart from what a rejected request writes too and when a key was used last. */
export async function storedRows(table: Table): Promise<string[]> {
  const rows: string[] = [];
  for (const { lastUsedAt: _, ...row } of await everyRow(table)) {
    if (!LIMITS.some((prefix) => String(row.pk).startsWith(prefix))) rows.push(canonicalJson(row));
  }
  return rows.sort();
}
