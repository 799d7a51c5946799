import { epochSeconds } from '../../domain/time.ts';
import { type Change, insert } from '../change.ts';
import { type KeyGrant, keyGrantRowKey } from './api-key.ts';

/**
 * A login token is a grant of its own: an org key's rights, for twelve hours, while the password stays what it was.
 * It is kept by its hash, as a key is, and on no list; the engine removes it some time after it has run out.
 */
export function insertLoginToken(tokenHash: string, grant: Required<KeyGrant>): Change {
  return insert({ ...keyGrantRowKey(tokenHash), ...grant, expires_at: epochSeconds(grant.login.expiresAt) });
}
