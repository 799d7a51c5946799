import { comparableText } from '../text/comparable-text.ts';
import type { MailAddress } from './address.ts';

/** The fields of a message that a search covers. */
export interface SearchableMessage {
  readonly subject: string;
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
}

/**
 * Whether each word of a query is in the subject of a message, or in an address or a name of its header, regardless of
 * case and compatibility form.
 *
 * See: docs/contract/mail.md#reading-mail.
 */
export function messageMatcher(query: string): (message: SearchableMessage) => boolean {
  const words = comparableText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ subject, from, to, cc, bcc, replyTo }) => {
    const addresses = [...from, ...to, ...cc, ...bcc, ...replyTo].flatMap(({ address, name }) => [address, name ?? '']);
    const text = comparableText([subject, ...addresses].join('\n'));
    return words.every((word) => text.includes(word));
  };
}
