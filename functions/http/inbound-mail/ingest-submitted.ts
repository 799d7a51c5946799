import { isIngested } from '../../../shared/data/entities/ingest-guard.ts';
import { findMailbox, type Mailbox } from '../../../shared/data/entities/mailbox.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { messageIdOf } from '../../../shared/domain/mail/references.ts';
import type { Keyring } from '../../../shared/runtime/keyring.ts';
import { mapWithLimit } from '../../../shared/runtime/map-with-limit.ts';
import { headerOnly } from '../../../shared/services/inbound-mail/header-only.ts';
import type { Verdicts } from '../../../shared/services/inbound-mail/ingest.ts';
import type { ParsedMail } from '../../../shared/services/inbound-mail/parsed-mail.ts';
import { storeAndIngest } from '../../../shared/services/inbound-mail/store-and-ingest.ts';
import { mailFile, writeMailFile } from '../../../shared/services/mail-files/mail-store.ts';
import { getMailReader } from '../../../shared/services/mail-reader/mail-reader.ts';

/** A mail that somebody hands in, and what they know of it. */
export interface SubmittedMail {
  raw: Uint8Array;
  from: string;
  recipients: readonly string[];
  verdicts: Verdicts;
  /** Where the stage's own SES has stored it already, under which id. */
  stored?: { providerMessageId: string; rawKey: string };
}

/** Recipients, by what became of their mail; one whose mailbox has the mail already counts in none. */
export interface Counters {
  ingested: number;
  unroutable: number;
  blocked: number;
}

/**
 * The table, and the keyring by which files of submitted mail are named. Rows hold those names: from an unkeyed hash of
 * the mail, a reader of the table could find a code in a text that is otherwise known by trying all codes.
 */
export interface Stores {
  table: Table;
  keyring: Keyring;
}

export const ZERO_COUNTS: Counters = { ingested: 0, unroutable: 0, blocked: 0 };

const MAX_CONCURRENT_READS = 16;

/**
 * Takes a mail in for each of its recipients. `organizationId`: the only organization whose mailboxes its sender may
 * feed; null for the stage's own topics, which feed all.
 *
 * See: docs/contract/mail.md#inbound-hook.
 */
export async function ingestSubmitted(
  { table, keyring }: Stores,
  mail: SubmittedMail,
  organizationId: string | null,
): Promise<Counters> {
  const found = await mapWithLimit(mail.recipients, MAX_CONCURRENT_READS, (recipient) => findMailbox(table, recipient));
  const reached = found.filter(
    (mailbox) => mailbox !== undefined && (organizationId === null || mailbox.organizationId === organizationId),
  ) as Mailbox[];
  const counters = { ...ZERO_COUNTS, unroutable: found.length - reached.length };
  const mailboxes = new Map(reached.map((mailbox) => [mailbox.id, mailbox]));
  // One organization after the other: each keeps files of its own, which no mail handed in by another can replace.
  let reading: Promise<ParsedMail> | undefined;
  const read = () => {
    reading ??= getMailReader().readMail(mail.raw, mail.from);
    return reading;
  };
  for (const group of Map.groupBy(mailboxes.values(), (mailbox) => mailbox.organizationId).values()) {
    for (const result of await ingestForOrganization({ table, keyring }, { ...mail, read }, group)) {
      if (result !== 'repeated') counters[result] += 1;
    }
  }
  return counters;
}

/** A mail, and the way to read it, which it is once at the most. */
interface Readable extends SubmittedMail {
  read(): Promise<ParsedMail>;
}

async function ingestForOrganization({ table, keyring }: Stores, mail: Readable, mailboxes: readonly Mailbox[]) {
  const { raw, verdicts, stored } = mail;
  const organizationId = mailboxes[0]?.organizationId ?? '';
  const providerMessageId = stored?.providerMessageId ?? dedupIdOf(keyring, organizationId, raw);
  const known = await mapWithLimit(mailboxes, MAX_CONCURRENT_READS, ({ id }) =>
    isIngested(table, providerMessageId, id),
  );
  const fresh = mailboxes.filter((_, index) => known[index] === false);
  if (fresh.length === 0) return [];

  const common = { providerMessageId, verdicts, mailboxes: fresh };
  if (stored !== undefined) return storeAndIngest({ ...common, rawKey: stored.rawKey, mail: await mail.read() });
  const fileName = `hook-${organizationId}-${keyring.hmac('submitted-mail', organizationId, raw)}`;
  const rawKey = mailFile.inbound(fileName);
  await writeMailFile(rawKey, raw, 'message/rfc822');
  return storeAndIngest({ ...common, fileName, rawKey, mail: await mail.read() });
}

/**
 * The same for the same Message-ID, or for the same bytes where a mail has none: whoever hands a mail in again in
 * another request hands in a repeat. Its files are named after its bytes instead, so that a repeat with another
 * content replaces nothing.
 */
function dedupIdOf(keyring: Keyring, organizationId: string, raw: Uint8Array): string {
  const messageId = messageIdOf(headerOnly(raw).bytes);
  const named = messageId === undefined ? raw : `Message-ID: ${messageId}`;
  return `hook-${organizationId}-${keyring.hmac('submitted-mail', organizationId, named)}`;
}
