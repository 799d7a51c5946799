import { DAY, HOUR } from '#shared/domain/time/time.ts';
import { type DueRow, dueRows, dueTime } from '../../due-index.ts';
import { PREFIX, TABLE } from '../../table.ts';
import type { Row, Table } from '../../table-client.ts';

/**
 * Emails that the stage's SES did not accept in their first attempt are on the index of due work until they are sent or
 * given up: messages of agents and emails with codes. Their time there is that of the request for them.
 */
const PARTITION = `${PREFIX.due}EMAIL`;

/** Longer than an email is retried. What has stayed on the index for longer is not waiting any more. */
const MAX_AGE_MS = DAY + HOUR;

/** The attributes that add an email to the index. */
export function unsentAttributes(createdAt: number): Record<string, string> {
  return { [TABLE.dueIndex.partitionKey]: PARTITION, [TABLE.dueIndex.sortKey]: dueTime(createdAt) };
}

export const UNSENT_ATTRIBUTES: readonly string[] = [TABLE.dueIndex.partitionKey, TABLE.dueIndex.sortKey];

/** The email that has waited longest, if any waits. */
export async function oldestUnsentEmail(table: Table, now: number): Promise<Row<DueRow> | undefined> {
  for await (const row of dueRows(table, PARTITION, now, 1, now - MAX_AGE_MS)) return row;
  return undefined;
}
