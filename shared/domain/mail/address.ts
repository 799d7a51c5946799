import { domainToASCII } from 'node:url';

/** An address with the name that stood beside it. */
export interface MailAddress {
  address: string;
  name: string | null;
}

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/**
 * Whether `text` is an address we handle: a dot-atom of at most 64 characters, `@`, a domain name.
 * Quoted local parts and address literals are allowed by RFC 5321 (4.1.2) but nobody's mailbox here.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 254) return false;
  const local = text.slice(0, at);
  return local.length <= 64 && LOCAL_PART.test(local) && DOMAIN.test(text.slice(at + 1));
}

/**
 * The address by which a mailbox is found: lower case (nobody tells `Ada@` from `ada@`), Unicode-normalised,
 * without a `+tag`.
 */
export function mailboxAddressOf(recipient: string): string {
  const lower = recipient.normalize('NFKC').trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 0) return lower;
  const plus = lower.indexOf('+');
  return plus > 0 && plus < at ? lower.slice(0, plus) + lower.slice(at) : lower;
}

/**
 * A person's address as it is kept and compared: Unicode-normalised (NFKC), lower case, its domain in its ASCII form.
 */
export function normaliseAddress(text: string): string {
  return withAsciiDomain(text.normalize('NFKC').trim().toLowerCase());
}

/** An address as mail carries it. One whose domain is none loses it, and so is no address any more. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + asciiDomain(address.slice(at));
}

/** Mail carries international domains in their ASCII form (RFC 5890, A-labels), people write them in their own. */
export function asciiDomain(domain: string): string {
  // Plain ASCII is left alone: the converter takes `1` for the IP address 0.0.0.1.
  return /^[\x20-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
}

/** `Ada <ada@example.com>` or a bare address, taken apart. Whether the address is one, `isMailAddress` judges. */
export function parseMailbox(text: string): MailAddress {
  const [, name = '', address] = /^([^<>]*)<([^<>]*)>\s*$/.exec(text) ?? [];
  if (address === undefined) return { address: text.trim(), name: null };
  const bare = name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/\\(.)/g, '$1');
  return { address: address.trim(), name: bare === '' ? null : bare };
}
