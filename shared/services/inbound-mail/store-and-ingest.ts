import type { Mailbox } from '../../data/entities/mailbox.ts';
import { count, logger } from '../../runtime/log.ts';
import { mapWithLimit } from '../../runtime/map-with-limit.ts';
import { mailFile, writeMailContent, writeMailFile } from '../mail-files/mail-store.ts';
import { type InboundDelivery, type Ingested, ingest } from './ingest.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** A mail whose raw form is stored, as it was read, and the mailboxes it is for. */
export interface StoredMail extends Pick<InboundDelivery, 'providerMessageId' | 'verdicts' | 'rawKey' | 'mail'> {
  /** Names the mail's files where `providerMessageId` does not follow from its bytes; two mails may share that one. */
  fileName?: string;
  mailboxes: readonly Mailbox[];
}

/** Files that are written at the same time. */
const MAX_CONCURRENT_WRITES = 4;

/**
 * Takes a mail in: keeps what it says and what is attached, and ingests it for each mailbox. A mail that could not be
 * parsed is ingested all the same, with its raw bytes and a note. Repeating it changes nothing.
 */
export async function storeAndIngest(stored: StoredMail): Promise<Ingested[]> {
  const { providerMessageId, verdicts, rawKey, mailboxes, mail } = stored;
  if (mail.problem !== null) {
    count('MailNotParsed');
    logger.warn('mail not parsed', { provider_message_id: providerMessageId, reason: mail.problem });
  }
  // One file for all recipients of a mail; its name follows from the mail, so a repeat writes the same again.
  const fileName = stored.fileName ?? providerMessageId;
  const contentKey = mailFile.content(fileName);
  // What a scanner took for a virus is kept in the raw mail alone, where nobody opens it by accident.
  const attachmentKeys = verdicts.virus === 'fail' ? [] : keysOf(fileName, mail);
  await Promise.all([writeMailContent(contentKey, mail.content), writeAttachments(attachmentKeys, mail)]);

  const results: Ingested[] = [];
  for (const mailbox of mailboxes) {
    results.push(await ingest({ providerMessageId, verdicts, rawKey, contentKey, attachmentKeys, mail, mailbox }));
  }
  return results;
}

function keysOf(fileName: string, mail: ParsedMail): string[] {
  return mail.files.map((_, index) => mailFile.attachment(fileName, index));
}

async function writeAttachments(keys: readonly string[], mail: ParsedMail): Promise<void> {
  await mapWithLimit(keys, MAX_CONCURRENT_WRITES, async (key) => {
    const index = keys.indexOf(key);
    await writeMailFile(key, mail.files[index] ?? new Uint8Array(), 'application/octet-stream');
  });
}
