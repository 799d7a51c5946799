import { z } from 'zod';

/** One label of a host name. See: RFC 1123, section 2.1; RFC 1035, section 2.3.4. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The longest domain name that leaves room for a local part of 64 characters and its `@` in an address of 254, and for
 * `<token>._domainkey.` in a name of 253.
 *
 * See: RFC 5321, section 4.5.3.1 with erratum 1690; RFC 1035, section 2.3.4.
 */
export const MAX_DOMAIN_CHARACTERS = 189;

const EXPECTED = 'a domain name with at least two labels, without a trailing dot; international names in xn-- form';

/** Whether `text` can be a mail domain: labels of letters, digits and hyphens, but not an IP address. */
export function isDomainName(text: string): boolean {
  const labels = text.split('.');
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && /[a-z]/.test(labels.at(-1) ?? '');
}

const SHOWN_LABEL = LABEL.source.slice(1, -1).replaceAll('a-z', 'A-Za-z');

/** At least two labels, in either case, for the description. It refuses a last label without a letter by its `not`. */
const SHOWN_NAMES = `^${SHOWN_LABEL}(?:\\.${SHOWN_LABEL})+$`;

/** A domain as it is stored: in lower case, because `Example.com` and `example.com` are the same (RFC 4343). */
export const domainNameSchema = z
  .string()
  .max(MAX_DOMAIN_CHARACTERS, `at most ${MAX_DOMAIN_CHARACTERS} characters`)
  .transform((text) => text.toLowerCase())
  .pipe(z.string().refine(isDomainName, EXPECTED))
  .meta({ override: { pattern: SHOWN_NAMES, not: { pattern: '(?:^|\\.)[0-9-]+$' } } });

/** Whether `name` is `zone` or a subdomain of it. */
export function isWithin(name: string, zone: string): boolean {
  return name === zone || name.endsWith(`.${zone}`);
}
