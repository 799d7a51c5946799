import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY } from '../../change.ts';
import { anyRow } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * Marks a provider's mail as ingested for a mailbox. A queue may deliver a notification twice; this row is part of the
 * ingest commit, so that the mail is ingested once.
 */
export function ingestGuardKey(providerMessageId: string, mailboxId: string): Key {
  return { pk: `${PREFIX.providerMessage}${providerMessageId}`, sk: mailboxId };
}

/** Longer than any queue keeps a message, which is 14 days for SQS. */
const KEPT_DAYS = 30;

export function insertIngestGuard(providerMessageId: string, mailboxId: string, now: number): Change {
  const expiresAt = epochSeconds(now + KEPT_DAYS * DAY);
  return insert({ ...ingestGuardKey(providerMessageId, mailboxId), expires_at: expiresAt }, RETRY);
}

export async function isIngested(table: Table, providerMessageId: string, mailboxId: string): Promise<boolean> {
  return (await getRow(table, anyRow, ingestGuardKey(providerMessageId, mailboxId), { strong: true })) !== undefined;
}
