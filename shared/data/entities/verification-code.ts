import { type Change, put } from '../change.ts';
import { PREFIX } from '../table.ts';
import type { Key } from '../table-client.ts';

/** A six-digit code that was mailed: only its HMAC is kept. Rule: specification, Signup details. */
export interface VerificationCode {
  email: string;
  mac: string;
  /** Epoch milliseconds after which it is refused. */
  expiresAt: number;
  guesses: number;
}

/** The code that lifts an organization's limits. */
export function ownerCodeKey(organizationId: string): Key {
  return { pk: `${PREFIX.code}${organizationId}`, sk: 'OWNER' };
}

/** A new code takes the place of the one before. The row outlives the code by a day, to tell expired from absent. */
export function putCode(key: Key, code: VerificationCode): Change {
  return put({ ...key, ...code, expires_at: Math.ceil(code.expiresAt / 1000) + 86_400 });
}
