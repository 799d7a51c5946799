import type { SendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { withBlock, withoutLinkNumbers } from '#shared/domain/mail/quotable-message.ts';
import { quotationOf } from '#shared/domain/mail/quoted-message.ts';
import type { Bodies } from '#shared/services/outgoing-mail/outgoing-files.ts';
import { quotable } from './quotable.ts';

/**
 * The bodies of a reply, with the message that it replies to below them if the request says `quote`. Of that message
 * only the text is quoted: its HTML may have what no person sees.
 *
 * See: docs/contract/mail.md#quoting.
 */
export async function withQuotation(
  { text, html, quote }: Pick<SendMailBody, 'text' | 'html' | 'quote'>,
  answered: Message | undefined,
): Promise<Bodies> {
  if (quote !== true || answered === undefined) return { text, html };
  const { content, ...message } = await quotable(answered);
  const quotation = quotationOf({ ...message, text: withoutLinkNumbers(message.text, content.links ?? []) });
  return {
    text: text === undefined ? undefined : `${text.trimEnd()}\n\n${quotation.text}`,
    html: html === undefined ? undefined : withBlock(html, quotation.html),
  };
}
