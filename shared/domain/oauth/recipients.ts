import { domainOfAddress, isMailAddress, normaliseAddress } from '../mail/address.ts';
import { isDomainName } from '../mail/domain-name.ts';

/** How many addresses and domains a grant may name. */
export const MAX_RECIPIENTS = 50;

/** The addresses and domains of a text, or those of its words that are neither. */
type ReadRecipients = { readonly recipients: readonly string[] | null } | { readonly wrong: readonly string[] };

/**
 * Reads whom a grant may write to from the text of a person: addresses and domains, divided by white space, commas or
 * semicolons. An empty text means anyone (null). A domain stands for its own addresses, not for those of subdomains.
 *
 * @example
 * readRecipients('ada@example.com, example.org'); // { recipients: ['ada@example.com', 'example.org'] }
 */
export function readRecipients(text: string): ReadRecipients {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length === 0) return { recipients: null };
  const read = words.map((word) => ({ word, recipient: recipientOf(word) }));
  const wrong = read.filter(({ recipient }) => recipient === undefined).map(({ word }) => word);
  const recipients = [...new Set(read.flatMap(({ recipient }) => recipient ?? []))];
  return wrong.length > 0 || recipients.length > MAX_RECIPIENTS ? { wrong } : { recipients };
}

function recipientOf(word: string): string | undefined {
  if (word.lastIndexOf('@') > 0) {
    const address = normaliseAddress(word);
    return isMailAddress(address) ? address : undefined;
  }
  // Some write a domain as `@example.org`.
  const domain = domainOfAddress(`@${word.replace(/^@/, '')}`);
  return isDomainName(domain) ? domain : undefined;
}

/** The first of the addresses that is neither listed nor of a listed domain; `undefined` if there is none. */
export function recipientOutside(addresses: readonly string[], recipients: readonly string[]): string | undefined {
  const allowed = new Set(recipients);
  return addresses.find((address) => !allowed.has(normaliseAddress(address)) && !allowed.has(domainOfAddress(address)));
}
