import { type Change, RETRY, removeVersion, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * The second factor of a person: the secret of an authenticator app, and recovery codes. It is active once the person
 * has proved that the app has the secret; the row of the person says so too, for authentication and lists.
 *
 * It is keyed by the address, as what limits its logins is, so that the consent page can count a code as used.
 *
 * See: docs/decisions/0089-members-and-roles.md#the-second-factor.
 */
export interface SecondFactor {
  email: string;
  /** The secret in base32, encrypted. */
  sealedSecret: string;
  isActive: boolean;
  /** The step of the last code that was used: no code is used twice. */
  lastStep: number;
  /** The hashes of the recovery codes that are left. */
  recoveryHashes: string[];
  /** The wrong codes since a window of time began, which ends at `wrongUntil` (epoch milliseconds). */
  wrong: number;
  wrongUntil: number;
  version: number;
}

const decodeSecondFactor = rowDecoder<SecondFactor>({
  email: 'string',
  sealedSecret: 'string',
  isActive: 'boolean',
  lastStep: 'number',
  recoveryHashes: 'array',
  wrong: 'number',
  wrongUntil: 'number',
  version: 'number',
});

function secondFactorKey(email: string): Key {
  return { pk: `${PREFIX.login}${email}`, sk: 'TOTP' };
}

/** The context (associated data) of the sealed secret. */
export function totpContext(email: string): string {
  return `${PREFIX.login}${email}/TOTP`;
}

/** The second factor of a person, active or not. */
export function findSecondFactor(table: Table, email: string): Promise<SecondFactor | undefined> {
  return getRow(table, decodeSecondFactor, secondFactorKey(email), { strong: true });
}

/** Replaces a second factor, or stores the first one. `version` must be one more than was read, or 1. */
export function replaceSecondFactor(factor: SecondFactor): Change {
  return replaceVersion({ ...secondFactorKey(factor.email), ...factor }, RETRY);
}

/** Removes a second factor, if no one has changed it since it was read. */
export function removeSecondFactor(factor: SecondFactor): Change {
  return removeVersion({ ...secondFactorKey(factor.email), ...factor }, RETRY);
}
