import { count, logger } from '#shared/runtime/log.ts';
import { deleteSoon, mailFile, writeMailContent } from '../mail-files/mail-store.ts';
import type { InboundDelivery, Ingested, IngestResult } from './inbound-delivery.ts';
import { ingest } from './ingest.ts';
import type { ReachedMailbox } from './route-recipients.ts';

/** A parsed mail, with its raw form stored, and its mailboxes. */
export interface StoredMail extends Pick<InboundDelivery, 'providerMessageId' | 'verdicts' | 'rawKey' | 'mail'> {
  /**
   * The name of the mail's files if `providerMessageId` does not identify the bytes: then two emails may share that id.
   */
  fileName?: string;
  /** Whether no other delivery has the same files, so that they may be deleted if none of the mailboxes needs them. */
  ownsFiles?: boolean;
  mailboxes: readonly ReachedMailbox[];
  /** The size of the raw message. */
  bytes: number;
}

/**
 * Stores the content of an email, and ingests it for each mailbox. An email that could not be parsed is ingested too,
 * with its raw bytes and the reason. A repetition changes nothing. Each organization stores the message once, however
 * many of its mailboxes receive it; where none has room for it, or all have it already under another id, its files are
 * deleted soon. Counts what became of the email in each mailbox (`Mail_ingested`, `Mail_blocked`, `Mail_repeated`).
 */
export async function storeAndIngest(stored: StoredMail): Promise<Ingested[]> {
  const { providerMessageId, verdicts, rawKey, mailboxes, mail, bytes } = stored;
  if (mail.problem !== null) {
    count('MailNotParsed');
    logger.warn('mail not parsed', { provider_message_id: providerMessageId, reason: mail.problem });
  }
  // All recipients share the content. Its name follows from the mail, so a repetition writes the same file again.
  const fileName = stored.fileName ?? providerMessageId;
  const contentKey = mailFile.content(fileName);
  await writeMailContent(contentKey, mail.content);

  const results: IngestResult[] = [];
  const counted = new Set<string>();
  for (const mailbox of mailboxes) {
    const { organizationId, deliveredTo } = mailbox;
    const storedBytes = counted.has(organizationId) ? 0 : bytes;
    const files = { rawKey, contentKey, storedBytes };
    const result = await ingest({ providerMessageId, verdicts, mail, mailbox, deliveredTo, ...files });
    results.push(result);
    if (result === 'ingested' || result === 'blocked') counted.add(organizationId);
  }
  const isUnused = (result: IngestResult) => result === 'no-room' || (result === 'copy' && stored.ownsFiles === true);
  if (results.every(isUnused)) await Promise.all([rawKey, contentKey].map(deleteSoon));
  const ingested = results.map((result) => COUNTED_AS[result]);
  for (const result of ingested) count(`Mail_${result}`);
  return ingested;
}

const COUNTED_AS: Readonly<Record<IngestResult, Ingested>> = {
  ingested: 'ingested',
  blocked: 'blocked',
  repeated: 'repeated',
  'no-room': 'blocked',
  copy: 'repeated',
};
