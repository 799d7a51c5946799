import { z } from 'zod';

/** The form of handles and of slugs. See: docs/contract/identities.md#handles. */
const NAME_FORM = /^[a-z0-9](?:[a-z0-9-]{1,46}[a-z0-9])$/;

const EXPECTED = '3 to 48 characters of a-z, 0-9 and hyphens, not starting or ending with a hyphen';

export const handleSchema = z.string().regex(NAME_FORM, EXPECTED);

/**
 * Slugs are accepted as people type them, and normalised (NFKC, lower case), so that slugs that look alike are the
 * same. The description shows the form in either case, without what only the normalisation makes valid.
 */
export const slugSchema = z
  .string()
  .max(200)
  .transform((text) => text.normalize('NFKC').trim().toLowerCase())
  .pipe(z.string().regex(NAME_FORM, EXPECTED))
  .meta({ override: { pattern: NAME_FORM.source.replaceAll('a-z', 'A-Za-z') } });

/**
 * Names on the service's mail domain that are reserved for its operator. People expect that the operator reads mail to
 * them and sends mail from them. The reader of mail to some of them can even get a certificate for the domain.
 *
 * See: docs/decisions/0006-people.md#limits.
 */
export const RESERVED_HANDLES = [
  // RFC 2142, sections 4 and 5; info and support of section 3.
  ...['abuse', 'noc', 'security'],
  ...['postmaster', 'hostmaster', 'usenet', 'news', 'webmaster', 'www', 'uucp', 'ftp'],
  ...['info', 'support'],
  // CA/Browser Forum, Baseline Requirements, section 3.2.2.4.4, in addition to those above; then names that some
  // certificate authorities accepted before.
  ...['admin', 'administrator'],
  ...['ssladmin', 'ssladministrator', 'sslwebmaster', 'sysadmin', 'is', 'it', 'mis'],
  // System accounts, and senders that are not people.
  ...['root', 'daemon', 'mailer-daemon', 'noreply', 'no-reply', 'donotreply', 'do-not-reply', 'bounce', 'bounces'],
  // Recipients of reports on the domain's mail (DMARC, RFC 7489; TLS reporting, RFC 8460), as they are usually named.
  ...['dmarc', 'tlsrpt', 'tls-rpt'],
] as const;

const RESERVED: ReadonlySet<string> = new Set(RESERVED_HANDLES);

/** What the error for a reserved name says is expected. */
export const UNRESERVED = "a name that is not reserved for the mail domain's operator";

export function isReservedHandle(handle: string): boolean {
  return RESERVED.has(handle);
}

/** The local part of the sender of the service's own mail. */
export const SERVICE_SENDER = 'no-reply';
