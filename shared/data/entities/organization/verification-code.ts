import { type PendingCode, placeholderMac } from '#shared/domain/organization/code.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, put, RETRY, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';
import type { NetworkHmacs } from './login-attempts.ts';

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

/** A code that lifts the limits of wrong passwords, or that resets a password. */
export interface UnlockCode extends VerificationCode {
  /** The keyed hash of the network address that asked for it. */
  network: string;
}

const decodeUnlockCode = rowDecoder<UnlockCode>({
  email: 'string',
  hmac: 'string',
  network: 'string',
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

/**
 * The row key of the code that lifts the limits of wrong passwords for an account. It is valid for the network address
 * that asked for it, so that guesses from other networks do not exhaust it.
 */
export function unlockCodeKey(email: string, network: string): Key {
  return { pk: `${PREFIX.login}${email}`, sk: `UNLOCK#${network}` };
}

/**
 * The row key of the code that resets the password of an account. Like an unlock code it is valid for the network
 * address that asked for it, so that strangers neither replace nor exhaust it.
 */
export function resetCodeKey(email: string, network: string): Key {
  return { pk: `${PREFIX.login}${email}`, sk: `RESET#${network}` };
}

/** The newest code for a new password that the caller's network address asked for. */
export async function findResetCode(
  table: Table,
  email: string,
  networks: NetworkHmacs,
): Promise<UnlockCode | undefined> {
  const keys = networks.map((network) => resetCodeKey(email, network));
  const rows = await getRows(table, decodeUnlockCode, keys, { strong: true });
  return rows.sort((a, b) => b.expiresAt - a.expiresAt)[0];
}

/** The newest unlock code that the caller's network address asked for, with its key. */
export async function findUnlockCode(
  table: Table,
  email: string,
  networks: NetworkHmacs,
): Promise<UnlockCode | undefined> {
  const keys = networks.map((network) => unlockCodeKey(email, network));
  const rows = await getRows(table, decodeUnlockCode, keys, { strong: true });
  return rows.sort((a, b) => b.expiresAt - a.expiresAt)[0];
}

/** An unlock code of a network address that has none. The operation retries if it got one meanwhile. */
export function insertUnlockCode(code: UnlockCode, now: number): Change {
  const unused = {
    expression: 'attribute_not_exists(pk) OR #expiresAt < :now',
    names: { '#expiresAt': 'expiresAt' },
    values: { ':now': now },
  };
  return put({ ...unlockCodeKey(code.email, code.network), ...code, ...timeToLive(code) }, unused, RETRY);
}

/** Replaces an unlock code if no one has changed it since it was read. */
export function replaceUnlockCode(code: UnlockCode): Change {
  return replaceCode(unlockCodeKey(code.email, code.network), code);
}

/** An unlock code of the usual size that no guess matches. */
export function withheldUnlockCode(email: string, now: number): UnlockCode {
  const placeholder = placeholderMac();
  return { email, hmac: placeholder, network: placeholder, expiresAt: now, guesses: 0, used: false, version: 1 };
}

/** A write of the same size that makes no code valid, so that the time of a response does not reveal an unlock code. */
export function putWithheldUnlockCode(code: UnlockCode): Change {
  return put({ ...unlockCodeKey(code.email, 'WITHHELD'), ...code, ...timeToLive(code) });
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
