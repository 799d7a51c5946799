import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, remove, update } from '../../change.ts';
import { type KeyGrant, keyGrantRowKey } from './api-key.ts';

/**
 * A new login token. It has the rights of an org key for twelve hours, or until the password changes. Like a key it is
 * found by its hash, and the time-to-live removes it after it has expired. No list of keys shows it; that of sessions
 * has a row of its own (`Session`).
 */
export function insertLoginToken(tokenHash: string, grant: Required<KeyGrant>): Change {
  return insert({ ...keyGrantRowKey(tokenHash), ...grant, expires_at: epochSeconds(grant.login.expiresAt) });
}

/** Keeps a token valid over the change of the password that it belongs to. */
export function updateLoginToken(tokenHash: string, login: NonNullable<KeyGrant['login']>): Change {
  return update(keyGrantRowKey(tokenHash), { set: { login } }, { onConditionFailed: RETRY });
}

/** Ends a token. `onEnded` says what follows if it has ended meanwhile. */
export function removeLoginToken(tokenHash: string, onEnded: Change['onConditionFailed']): Change {
  return remove(keyGrantRowKey(tokenHash), onEnded);
}
