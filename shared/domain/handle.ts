import { z } from 'zod';

/** Handles of agents and slugs of organizations have one form. Rule: shapes, Accounts and keys; Identities. */
const NAME_FORM = /^[a-z0-9](?:[a-z0-9-]{1,46}[a-z0-9])$/;

const EXPECTED = '3 to 48 characters of a-z, 0-9 and hyphens, neither beginning nor ending with a hyphen';

export const handleSchema = z.string().regex(NAME_FORM, EXPECTED);

/** Slugs are taken as people type them: normalised (NFKC) and in lower case. Two that look alike are one. */
export const slugSchema = z
  .string()
  .max(200)
  .transform((text) => text.normalize('NFKC').trim().toLowerCase())
  .pipe(z.string().regex(NAME_FORM, EXPECTED));

/**
 * Names that no agent may take, because mail to them on the service's domain means the service itself
 * (RFC 2142) or comes from it.
 */
const RESERVED = new Set(
  [
    'abuse',
    'admin',
    'administrator',
    'dmarc',
    'hostmaster',
    'mailer-daemon',
    'no-reply',
    'noreply',
    'postmaster',
  ].concat(['root', 'security', 'webmaster']),
);

export function isReservedHandle(handle: string): boolean {
  return RESERVED.has(handle);
}

/** Local part of the address that the service's own mail comes from. */
export const SERVICE_SENDER = 'no-reply';
