import type { PendingCode } from '../../domain/code.ts';
import { DAY, epochSeconds } from '../../domain/time.ts';
import { type Change, put, RETRY, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/**
 * A six-digit code that was mailed. Each guess replaces the version that was read, so that concurrent guesses are all
 * counted.
 *
 * See: docs/contract/accounts.md#signup.
 */
export interface VerificationCode extends PendingCode {
  email: string;
  version: number;
}

const decodeVerificationCode = rowDecoder<VerificationCode>({
  email: 'string',
  hmac: 'string',
  expiresAt: 'number',
  guesses: 'number',
  version: 'number',
});

/** A claim that waits for its code. */
export interface PendingClaim extends VerificationCode {
  passwordHash: string;
}

const decodePendingClaim = rowDecoder<PendingClaim>({
  email: 'string',
  hmac: 'string',
  passwordHash: 'string',
  expiresAt: 'number',
  guesses: 'number',
  version: 'number',
});

/** The row key of the code that verifies the owner of an organization. */
export function ownerCodeKey(organizationId: string): Key {
  return { pk: `${PREFIX.code}${organizationId}`, sk: 'OWNER' };
}

/** The row key of the code that claims an organization with a login. */
export function claimKey(organizationId: string): Key {
  return { pk: `${PREFIX.code}${organizationId}`, sk: 'CLAIM' };
}

/** The code that was mailed to the owner of an organization. */
export function findOwnerCode(table: Table, organizationId: string): Promise<VerificationCode | undefined> {
  return getRow(table, decodeVerificationCode, ownerCodeKey(organizationId), { strong: true });
}

/** The claim of an organization that waits for its code. */
export function findPendingClaim(table: Table, organizationId: string): Promise<PendingClaim | undefined> {
  return getRow(table, decodePendingClaim, claimKey(organizationId), { strong: true });
}

/** A new code, which replaces an earlier one. */
export function putCode<T extends VerificationCode>(key: Key, code: T): Change {
  return put({ ...key, ...code, ...timeToLive(code) });
}

/** Replaces a code if no one has changed it since it was read. */
export function replaceCode<T extends VerificationCode>(key: Key, code: T): Change {
  return replaceVersion({ ...code, ...key, ...timeToLive(code), version: code.version + 1 }, RETRY);
}

/** The row is kept for a day after its code has expired, so that an expired code can be told from an absent one. */
function timeToLive(code: VerificationCode) {
  return { expires_at: epochSeconds(code.expiresAt + DAY) };
}
