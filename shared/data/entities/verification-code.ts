import type { PendingCode } from '../../domain/code.ts';
import { DAY, epochSeconds } from '../../domain/time.ts';
import { type Change, put, RETRY, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/**
 * A six-digit code that was mailed, and what it is for. Guesses are counted by writing the row as it was read: two
 * guesses at once are two counts.
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

/** The code that lifts an organization's limits. */
export function ownerCodeKey(organizationId: string): Key {
  return { pk: `${PREFIX.code}${organizationId}`, sk: 'OWNER' };
}

/** The code that gives an organization a login. */
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

/** A new code takes the place of the one before. */
export function putCode<T extends VerificationCode>(key: Key, code: T): Change {
  return put({ ...key, ...code, ...timeToLive(code) });
}

/** The code as it changed since it was read. */
export function replaceCode<T extends VerificationCode>(key: Key, code: T): Change {
  return replaceVersion({ ...code, ...key, ...timeToLive(code), version: code.version + 1 }, RETRY);
}

/** The row outlives its code by a day, to tell expired from absent. */
function timeToLive(code: VerificationCode) {
  return { expires_at: epochSeconds(code.expiresAt + DAY) };
}
