import type { Mailbox } from '../../data/entities/mailbox.ts';
import { mapWithLimit } from '../../domain/map-with-limit.ts';
import { count, logger } from '../../runtime/log.ts';
import { mailFile, writeMailContent, writeMailFile } from '../mail-files/mail-store.ts';
import { type InboundDelivery, type Ingested, ingest } from './ingest.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** A parsed mail, with its raw form stored, and its mailboxes. */
export interface StoredMail extends Pick<InboundDelivery, 'providerMessageId' | 'verdicts' | 'rawKey' | 'mail'> {
  /**
   * The name of the mail's files if `providerMessageId` does not identify the bytes: then two mails may share that id.
   */
  fileName?: string;
  mailboxes: readonly Mailbox[];
}

/** Files that are written at the same time. */
const MAX_CONCURRENT_WRITES = 4;

/**
 * Stores the content and attachments of a mail, and ingests it for each mailbox. A mail that could not be parsed is
 * ingested too, with its raw bytes and the reason. A repetition changes nothing.
 */
export async function storeAndIngest(stored: StoredMail): Promise<Ingested[]> {
  const { providerMessageId, verdicts, rawKey, mailboxes, mail } = stored;
  if (mail.problem !== null) {
    count('MailNotParsed');
    logger.warn('mail not parsed', { provider_message_id: providerMessageId, reason: mail.problem });
  }
  // All recipients share the files. Their names follow from the mail, so a repetition writes the same files again.
  const fileName = stored.fileName ?? providerMessageId;
  const contentKey = mailFile.content(fileName);
  // A virus stays in the raw mail only, where no one opens it by accident.
  const attachmentKeys = verdicts.virus === 'fail' ? [] : attachmentKeysOf(fileName, mail);
  await Promise.all([writeMailContent(contentKey, mail.content), writeAttachments(attachmentKeys, mail)]);

  const results: Ingested[] = [];
  for (const mailbox of mailboxes) {
    results.push(await ingest({ providerMessageId, verdicts, rawKey, contentKey, attachmentKeys, mail, mailbox }));
  }
  return results;
}

function attachmentKeysOf(fileName: string, mail: ParsedMail): string[] {
  return mail.files.map((_, index) => mailFile.attachment(fileName, index));
}

async function writeAttachments(keys: readonly string[], mail: ParsedMail): Promise<void> {
  await mapWithLimit(keys, MAX_CONCURRENT_WRITES, async (key) => {
    const index = keys.indexOf(key);
    await writeMailFile(key, mail.files[index] ?? new Uint8Array(), 'application/octet-stream');
  });
}
