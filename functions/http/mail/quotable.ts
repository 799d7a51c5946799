import type { Message } from '#shared/data/entities/mail/message.ts';
import type { QuotableMessage } from '#shared/domain/mail/quotable-message.ts';
import { findMailContent, type MailContent } from '#shared/services/mail-files/mail-store.ts';
import { getMailReader } from '#shared/services/mail-reader/mail-reader.ts';
import { textOf } from './content-record.ts';
import { expired } from './expired-files.ts';
import { shownIn } from './message-record.ts';

/** A message to quote or forward, and its stored content. Its text has the numbers of links, as the API shows it. */
export interface Quotable extends QuotableMessage {
  readonly content: MailContent;
}

/** What a quotation says of a message. Throws 404 if the files of the message have expired. */
export async function quotable(message: Message): Promise<Quotable> {
  const content = await findMailContent(message.contentKey);
  if (content === undefined) throw expired('The text of the message');
  const { from, to, cc, subject, createdAt: at } = message;
  // What 0.2.0 has received as HTML alone has no text.
  const text = textOf(content) ?? (await getMailReader().readHtml(content.html ?? '')) ?? '';
  return { from: from[0], to, cc, subject, at, text: shownIn(message)(text), content };
}
