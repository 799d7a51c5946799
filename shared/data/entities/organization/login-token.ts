import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, remove, removeAnyway, update } from '../../change.ts';
import { type KeyGrant, keyGrantRowKey, type Login } from './api-key.ts';

/** What a token grants to a person with a version of the password. */
export function loginOf(
  { userId, expiresAt }: Pick<Login, 'userId' | 'expiresAt'>,
  { passwordVersion, isFull }: { passwordVersion: number; isFull: boolean },
): Login {
  return isFull
    ? { userId, passwordVersion, expiresAt }
    : { userId, passwordVersion: 0, limitedVersion: passwordVersion, expiresAt };
}

/** Whether a token is that of a member with an administrative role. It is not accepted after a change of that. */
export function isFullLogin({ limitedVersion }: Login): boolean {
  return limitedVersion === undefined;
}

/** The version of the password that a token was issued for. */
export function versionOfLogin({ passwordVersion, limitedVersion }: Login): number {
  return limitedVersion ?? passwordVersion;
}

/**
 * A new login token. It acts for twelve hours with the role of its person, or until the password changes. Like a key it
 * is found by its hash, and the time-to-live removes it after it has expired. No list of keys shows it; that of
 * sessions has a row of its own (`Session`).
 */
export function insertLoginToken(tokenHash: string, grant: Required<KeyGrant>): Change {
  return insert({ ...keyGrantRowKey(tokenHash), ...grant, expires_at: epochSeconds(grant.login.expiresAt) });
}

/** Keeps a token valid over the change of the password that it belongs to. */
export function updateLoginToken(tokenHash: string, login: Login): Change {
  return update(keyGrantRowKey(tokenHash), { set: { login } }, { onConditionFailed: RETRY });
}

/** Ends a token. `onEnded` says what follows if it has ended meanwhile. */
export function removeLoginToken(tokenHash: string, onEnded: Change['onConditionFailed']): Change {
  return remove(keyGrantRowKey(tokenHash), onEnded);
}

/** Ends a token, if it has not ended already. */
export function endLoginToken(tokenHash: string): Change {
  return removeAnyway(keyGrantRowKey(tokenHash));
}
