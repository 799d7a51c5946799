import { DAY, epochSeconds } from '../../domain/time.ts';
import { type Change, insert, RETRY } from '../change.ts';
import { anyRow } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/**
 * That a mail of a provider was ingested for a mailbox. The queue may hand over a notice twice; the guard is in
 * the ingest transaction, so the mail is not ingested twice.
 */
function key(providerMessageId: string, mailboxId: string): Key {
  return { pk: `${PREFIX.providerMessage}${providerMessageId}`, sk: mailboxId };
}

/** Days a guard is kept: longer than any queue keeps a message (SQS: 14). */
const KEPT_DAYS = 30;

export function insertIngestGuard(providerMessageId: string, mailboxId: string, now: number): Change {
  return insert({ ...key(providerMessageId, mailboxId), expires_at: epochSeconds(now + KEPT_DAYS * DAY) }, RETRY);
}

export async function isIngested(table: Table, providerMessageId: string, mailboxId: string): Promise<boolean> {
  return (await getRow(table, anyRow, key(providerMessageId, mailboxId), { strong: true })) !== undefined;
}
