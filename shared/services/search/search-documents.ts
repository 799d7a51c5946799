import type { Message } from '#shared/data/entities/mail/message.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import { isWithoutRoom } from '#shared/domain/mail/no-room.ts';
import type { SearchMark } from '#shared/domain/search/match-expression.ts';
import { tokensOf } from '#shared/domain/search/search-tokens.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { findMailContent, type MailContent } from '../mail-files/mail-store.ts';
import { getMailReader } from '../mail-reader/mail-reader.ts';
import type { SearchDocument } from './segment.ts';

/** The texts of an email that are not in its row. */
interface FoundTexts {
  /** The tokens of its body. */
  readonly body: string;
  /** Those of its files. */
  readonly attachments: string;
}

/**
 * What the index has of a message. Of one that was received beyond the storage limit it has no texts of files, which
 * are deleted within a week: it would keep their words for a year.
 */
export function searchDocument(message: Message, texts: FoundTexts): SearchDocument {
  const { body, attachments } = isWithoutRoom(message) ? { body: '', attachments: '' } : texts;
  const { id, subject, from, replyTo, to, cc, bcc, deliveredTo, attachments: files } = message;
  const marks: SearchMark[] = files.length > 0 ? ['all', 'attached'] : ['all'];
  return {
    id,
    columns: {
      subject: joined([subject]),
      sender: joined(peopleOf(from)),
      recipients: joined([...peopleOf([...to, ...cc, ...bcc]), deliveredTo ?? '']),
      replyTo: joined(peopleOf(replyTo)),
      body,
      attachment: [joined(files.map(({ filename }) => filename ?? '')), attachments]
        .filter((text) => text !== '')
        .join(' '),
      marks: marks.join(' '),
    },
  };
}

/** Characters of tokens of documents that one piece of work has in memory at once, so that the function suffices. */
export const MAX_TEXT_CHARACTERS = 8_000_000;

/** How many of them a document has. Its other columns are short. */
export function textLength({ columns: { body, attachment } }: SearchDocument): number {
  return body.length + attachment.length;
}

/** The readable text of a message; `null` if its files are not stored any more, or will not be soon. */
export async function readableText(message: Message, now: number): Promise<string | null> {
  if (message.createdAt < oldestText(now) || isWithoutRoom(message)) return null;
  const content = await findMailContent(message.contentKey);
  return content === undefined ? null : textOf(content);
}

/** The tokens of a text, as a column has them. */
export function joined(texts: readonly string[]): string {
  return texts.flatMap(tokensOf).join(' ');
}

/** The time before which the files of emails are not stored any more. */
export function oldestText(now: number): number {
  return now - readEnv('MAIL_RETENTION_DAYS').MAIL_RETENTION_DAYS * DAY;
}

/** Messages that 0.2.0 has received without a plain part have no text. */
async function textOf({ text, textOfHtml, html }: MailContent): Promise<string> {
  const found = text ?? textOfHtml ?? (html === null ? '' : await getMailReader().readHtml(html));
  return found ?? '';
}

function peopleOf(people: readonly MailAddress[]): string[] {
  return people.flatMap(({ address, name }) => [name ?? '', address]);
}
