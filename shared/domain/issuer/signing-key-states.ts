import { IDEMPOTENCY_HOURS } from '../limits/limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time/time.ts';
import { MAX_TOKEN_SECONDS } from './token-lifetime.ts';

/**
 * How long a key is published before it signs. Services that verify tokens keep the key set for minutes or hours, and
 * most of them look again when they meet an unknown key.
 */
export const PUBLISHED_AHEAD_MS = DAY;

/** How long after the creation of a key the next one is created. See: NIST SP 800-57 part 1, section 5.3.6. */
export const ROTATION_MS = 90 * DAY;

/** How far clocks of functions and of services that verify tokens may differ. */
const CLOCK_MARGIN_MS = 5 * MINUTE;

/** The times of a signing key, in epoch milliseconds. */
export interface SigningKeyTimes {
  readonly createdAt: number;
  /** From when it signs, until the next one does. */
  readonly signsFrom: number;
  /** When the operator withdrew it, because others may have it. */
  readonly withdrawnAt?: number;
}

/** What a key is used for at a time: first published, then signing, then published for the tokens that it signed. */
export type SigningKeyState = 'published' | 'signs' | 'verifies' | 'retired';

/**
 * The key that signs at a time, among all keys of the stage by ascending version; `undefined` if there is none. The
 * only key signs in any case: clocks of two functions differ, and no one can have kept a key set without it.
 */
export function signingKeyAt<K extends SigningKeyTimes>(keys: readonly K[], now: number): K | undefined {
  const usable = keys.filter(({ withdrawnAt }) => withdrawnAt === undefined);
  return usable.findLast(({ signsFrom }) => signsFrom <= now) ?? usable[0];
}

/** When the last token that a key signed has expired; infinity while it has no successor. */
export function publishedUntil(keys: readonly SigningKeyTimes[], index: number): number {
  const successor = keys[index + 1];
  if (successor === undefined) return Number.POSITIVE_INFINITY;
  const expired = successor.signsFrom + MAX_TOKEN_SECONDS * SECOND + CLOCK_MARGIN_MS;
  return Math.min(expired, keys[index]?.withdrawnAt ?? expired);
}

/** The keys with which tokens may be verified at a time. */
export function publishedKeys<K extends SigningKeyTimes>(keys: readonly K[], now: number): K[] {
  return keys.filter((_, index) => now < publishedUntil(keys, index));
}

/** The keys that verify nothing more, and that no repeated request needs for the signature of its first run. */
export function removableKeys<K extends SigningKeyTimes>(keys: readonly K[], now: number): K[] {
  return keys.filter((_, index) => now >= publishedUntil(keys, index) + IDEMPOTENCY_HOURS * HOUR);
}

export function stateOf(keys: readonly SigningKeyTimes[], index: number, now: number): SigningKeyState {
  const key = keys[index];
  if (key === undefined || now >= publishedUntil(keys, index)) return 'retired';
  if (key === signingKeyAt(keys, now)) return 'signs';
  return key.signsFrom > now ? 'published' : 'verifies';
}

/** Whether the schedule wants another key. A stage that has signed nothing has none, and gets none here. */
export function isRotationDue(keys: readonly SigningKeyTimes[], now: number): boolean {
  const newest = keys.at(-1);
  return newest !== undefined && now >= newest.createdAt + ROTATION_MS;
}
