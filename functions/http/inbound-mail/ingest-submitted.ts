import { isIngested } from '#shared/data/entities/mail/ingest-guard.ts';
import type { Table } from '#shared/data/table-client.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { messageIdOf } from '#shared/domain/mail/references.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { count } from '#shared/runtime/log.ts';
import { headerOnly } from '#shared/services/inbound-mail/header-only.ts';
import type { Verdicts } from '#shared/services/inbound-mail/inbound-delivery.ts';
import type { ParsedMail } from '#shared/services/inbound-mail/parsed-mail.ts';
import { type ReachedMailbox, routeRecipients } from '#shared/services/inbound-mail/route-recipients.ts';
import { storeAndIngest } from '#shared/services/inbound-mail/store-and-ingest.ts';
import { mailFile, writeMailFile } from '#shared/services/mail-files/mail-store.ts';
import { getMailReader } from '#shared/services/mail-reader/mail-reader.ts';

/** A submitted mail, and what its submitter knows about it. */
export interface SubmittedMail {
  raw: Uint8Array;
  from: string;
  recipients: readonly string[];
  verdicts: Verdicts;
  /** SES's id of the mail and its object key, if the stage's SES has stored it already. */
  stored?: { providerMessageId: string; rawKey: string };
}

/** Counts of recipients. A recipient with the mail already in its mailbox is not counted. */
export interface Counters {
  ingested: number;
  unroutable: number;
  blocked: number;
}

/**
 * The table, and the keyring that names the files of submitted mail by an HMAC. Rows contain these names. From a plain
 * hash, a reader of the table could find a code in an otherwise known text by trying all codes.
 */
export interface Stores {
  table: Table;
  keyring: Keyring;
}

export const ZERO_COUNTS: Counters = { ingested: 0, unroutable: 0, blocked: 0 };

const MAX_CONCURRENT_READS = 16;

/**
 * Ingests an email for each of its recipients. `organizationId` limits the recipients to the mailboxes of one
 * organization; `null`, for the topics of the stage, allows all mailboxes.
 *
 * See: docs/contract/mail.md#inbound-hook.
 */
export async function ingestSubmitted(
  { table, keyring }: Stores,
  mail: SubmittedMail,
  organizationId: string | null,
): Promise<Counters> {
  const { mailboxes, unroutable } = await routeRecipients(table, mail.recipients, organizationId);
  const counters = { ...ZERO_COUNTS, unroutable };
  // One organization after the other. Each has its own files, so an email from another organization cannot replace
  // them.
  let parsed: Promise<ParsedMail> | undefined;
  const read = () => {
    parsed ??= getMailReader().readMail(mail.raw, mail.from);
    return parsed;
  };
  for (const group of Map.groupBy(mailboxes, (mailbox) => mailbox.organizationId).values()) {
    for (const result of await ingestForOrganization({ table, keyring }, { ...mail, read }, group)) {
      if (result !== 'repeated') counters[result] += 1;
    }
  }
  return counters;
}

/** An email with a function that parses it at most once. */
interface ParseableMail extends SubmittedMail {
  read(): Promise<ParsedMail>;
}

async function ingestForOrganization(
  { table, keyring }: Stores,
  mail: ParseableMail,
  mailboxes: readonly ReachedMailbox[],
) {
  const { raw, verdicts, stored } = mail;
  const organizationId = mailboxes[0]?.organizationId ?? '';
  const ids = stored === undefined ? dedupIdsOf(keyring, organizationId, raw) : ([stored.providerMessageId] as const);
  const known = await mapWithLimit(mailboxes, MAX_CONCURRENT_READS, async (mailbox) => {
    const found = await Promise.all(ids.map((id) => isIngested(table, id, mailbox.id)));
    return found.includes(true);
  });
  const fresh = mailboxes.filter((_, index) => known[index] === false);
  const repeated = mailboxes.length - fresh.length;
  if (repeated > 0) count('Mail_repeated', repeated);
  if (fresh.length === 0) return [];

  const common = { providerMessageId: ids[0], verdicts, mailboxes: fresh, bytes: raw.byteLength };
  if (stored !== undefined) return storeAndIngest({ ...common, rawKey: stored.rawKey, mail: await mail.read() });
  const fileName = `hook-${organizationId}-${keyring.hmac('submitted-mail', organizationId, raw)}`;
  const rawKey = mailFile.inbound(fileName);
  await writeMailFile(rawKey, raw, 'message/rfc822');
  return storeAndIngest({ ...common, fileName, rawKey, mail: await mail.read() });
}

/**
 * The id that identifies an email, derived from its Message-ID, or from its bytes if it has none; one for each data
 * key, the first for new rows. The same mail submitted in another request is recognized as a repetition. File names
 * derive from the bytes instead, so that a repetition with other content replaces nothing.
 */
function dedupIdsOf(keyring: Keyring, organizationId: string, raw: Uint8Array): readonly [string, ...string[]] {
  const messageId = messageIdOf(headerOnly(raw).bytes);
  const identifying = messageId === undefined ? raw : `Message-ID: ${messageId}`;
  const [newest, ...older] = keyring.hmacs('submitted-mail', organizationId, identifying);
  const idOf = (hmac: string) => `hook-${organizationId}-${hmac}`;
  return [idOf(newest), ...older.map(idOf)];
}
