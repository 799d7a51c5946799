import type { Message } from '#shared/data/entities/mail/message.ts';
import type { MailLink } from '#shared/domain/mail/mail-reading.ts';
import type { MailContent } from '#shared/services/mail-files/mail-store.ts';
import { shownIn } from './message-record.ts';

/** The members of a message of which the files have expired. */
export const NO_CONTENT = { text: null, html: null, headers: [], extracted_text: null, hidden_text: null };

/**
 * What a message has in addition to its form in lists. Messages that 0.2.0 has stored lack what the reader finds out
 * since then.
 *
 * See: docs/contract/mail.md#what-was-read.
 */
export function contentRecord(message: Message, content: MailContent) {
  const shown = shownIn(message);
  return {
    text: shown(textOf(content)),
    html: content.html,
    headers: content.headers,
    extracted_text: shown(content.extractedText),
    hidden_text: content.hiddenText ?? null,
    ...readingRecord(content),
  };
}

/** The whole text of a message; null only for one that 0.2.0 has stored without a plain part. */
export function textOf({ text, textOfHtml }: MailContent): string | null {
  return text ?? textOfHtml ?? null;
}

function readingRecord({ textSource, links, quoted, isForward, codes }: MailContent) {
  return {
    ...(textSource && { text_source: textSource }),
    ...(links && { links: linkRecords(links) }),
    ...(quoted !== undefined && { quoted }),
    ...(isForward !== undefined && { is_forward: isForward }),
    ...(codes && { codes: codes.map(({ value, kind }) => ({ value, kind })) }),
  };
}

/** The links of a message as the API has them. */
export function linkRecords(links: readonly MailLink[]) {
  return links.map(linkRecord);
}

function linkRecord({ id, text, url, host, warnings, confirms }: MailLink) {
  return { id, text, url, host, warnings: [...warnings], ...(confirms !== undefined && { confirms }) };
}
