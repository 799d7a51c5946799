import { domainToASCII } from 'node:url';

/** An address, and the display name that was given with it. */
export interface MailAddress {
  address: string;
  name: string | null;
}

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Whether `text` is an address that the service supports: a dot-atom of at most 64 characters, `@`, and a domain name.
 * RFC 5321 (4.1.2) also allows quoted local parts and address literals, but no mailbox here has one.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 254) return false;
  const local = text.slice(0, at);
  return local.length <= 64 && LOCAL_PART.test(local) && DOMAIN.test(text.slice(at + 1));
}

/**
 * Whether only SMTPUTF8 can reach an address: it has characters outside ASCII before the `@`. SES and most servers do
 * not send to it. A domain outside ASCII has an ASCII form. See: RFC 6531, section 3.3; docs/decisions/0012-mail.md.
 */
export function needsSmtpUtf8(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(0, at));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  const replaced = local.replace(/[^\x00-\x7f]+/g, 'x');
  return replaced !== local && isMailAddress(replaced + withAsciiDomain(address.slice(at)));
}

/** Why mail cannot be sent to such an address. */
export const NEEDS_SMTPUTF8 =
  'an address with only ASCII before the @, because email providers do not send to others (RFC 6531)';

/** The address that a mailbox is found by: Unicode-normalised (NFKC), in lower case, without a `+tag`. */
export function mailboxAddressOf(recipient: string): string {
  const lower = recipient.normalize('NFKC').trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 0) return lower;
  const plus = lower.indexOf('+');
  return plus > 0 && plus < at ? lower.slice(0, plus) + lower.slice(at) : lower;
}

/** An address as it is stored and compared: Unicode-normalised (NFKC), in lower case, the domain in its ASCII form. */
export function normaliseAddress(text: string): string {
  return withAsciiDomain(text.normalize('NFKC').trim().toLowerCase());
}

/**
 * An address with its domain in ASCII form. An invalid domain is removed, so that the result is not a valid address.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + asciiDomain(address.slice(at));
}

/** The domain of an address in the form in which domains are compared: ASCII, lower case, without a final dot. */
export function domainOfAddress(address: string): string {
  const ascii = withAsciiDomain(address.normalize('NFKC')).toLowerCase();
  return ascii.slice(ascii.lastIndexOf('@') + 1).replace(/\.$/, '');
}

/** A domain in ASCII form (RFC 5890, A-labels), which mail uses for international domains. */
export function asciiDomain(domain: string): string {
  // ASCII is left unchanged, because the converter reads `1` as the IP address 0.0.0.1.
  return /^[\x20-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
}

/** Splits `Ada <ada@example.com>`, or a bare address, into name and address. It does not validate the address. */
export function parseMailbox(text: string): MailAddress {
  const [, name = '', address] = /^([^<>]*)<([^<>]*)>\s*$/.exec(text) ?? [];
  if (address === undefined) return { address: text.trim(), name: null };
  const bare = name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/\\(.)/g, '$1');
  return { address: address.trim(), name: bare === '' ? null : bare };
}
