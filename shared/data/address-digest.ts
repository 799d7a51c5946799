import { createHash } from 'node:crypto';
import { mailboxAddressOf, normaliseAddress } from '#shared/domain/mail/address.ts';

/** Base64 characters of the digest of an address: 48 bits, which no one outside can compute without the id. */
const DIGEST_CHARACTERS = 8;

/** The digest of an address in rows of its organization. A `+tag` does not count: it is the same person's. */
export function addressDigest(organizationId: string, address: string): string {
  return addressBytes(organizationId, address).toString('base64url').slice(0, DIGEST_CHARACTERS);
}

export function addressBytes(organizationId: string, address: string): Buffer {
  return organizationDigest(organizationId, normaliseAddress(mailboxAddressOf(address)));
}

/** The SHA-256 of a text among those of an organization. */
export function organizationDigest(organizationId: string, text: string): Buffer {
  return createHash('sha256').update(`${organizationId}\n${text}`).digest();
}
