import type { Mailbox } from '#shared/data/entities/mail/mailbox.ts';
import { count, logger } from '#shared/runtime/log.ts';
import { deleteSoon, mailFile, writeMailContent } from '../mail-files/mail-store.ts';
import { type InboundDelivery, type Ingested, ingest } from './ingest.ts';

/** A parsed mail, with its raw form stored, and its mailboxes. */
export interface StoredMail extends Pick<InboundDelivery, 'providerMessageId' | 'verdicts' | 'rawKey' | 'mail'> {
  /**
   * The name of the mail's files if `providerMessageId` does not identify the bytes: then two emails may share that id.
   */
  fileName?: string;
  mailboxes: readonly Mailbox[];
  /** The size of the raw message. */
  bytes: number;
}

/**
 * Stores the content of an email, and ingests it for each mailbox. An email that could not be parsed is ingested too,
 * with its raw bytes and the reason. A repetition changes nothing. Each organization stores the message once, however
 * many of its mailboxes receive it; where none has room for it, its files are deleted soon. Counts what became of the
 * email in each mailbox (`Mail_ingested`, `Mail_blocked`, `Mail_repeated`).
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

  const results: (Ingested | 'no-room')[] = [];
  const counted = new Set<string>();
  for (const mailbox of mailboxes) {
    const { organizationId } = mailbox;
    const storedBytes = counted.has(organizationId) ? 0 : bytes;
    const result = await ingest({ providerMessageId, verdicts, rawKey, contentKey, mail, mailbox, storedBytes });
    results.push(result);
    if (result === 'ingested' || result === 'blocked') counted.add(organizationId);
  }
  if (results.every((result) => result === 'no-room')) await Promise.all([rawKey, contentKey].map(deleteSoon));
  const ingested = results.map((result) => (result === 'no-room' ? 'blocked' : result));
  for (const result of ingested) count(`Mail_${result}`);
  return ingested;
}
