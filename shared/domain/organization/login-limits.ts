import { AppError } from '../errors/errors.ts';
import { wrongPasswordsMessage } from '../limits/limit-messages.ts';
import { DAY, MINUTE, secondsUntil } from '../time/time.ts';

/**
 * The limits of wrong passwords for one account. A window begins with the first wrong password. The daily limit neither
 * counts nor stops network addresses from which a login to the account has succeeded before, so that strangers cannot
 * lock out the owner.
 *
 * See: docs/contract/accounts.md#login.
 */
export const WRONG_PASSWORD_LIMITS = {
  network: { limit: 10, windowMs: 15 * MINUTE, countedFrom: 'from one network address in 15 minutes' },
  account: {
    limit: 100,
    windowMs: DAY,
    countedFrom: 'per day from network addresses without an earlier login',
  },
} as const;

/**
 * Emails per hour to one address with a code that lifts these limits. They have a budget of their own, so that a
 * stranger who uses up the other code emails of the address cannot keep its owner from logging in.
 */
export const MAX_UNLOCK_EMAILS_PER_HOUR = 5;

export type WrongPasswordScope = keyof typeof WRONG_PASSWORD_LIMITS;

/** How many days a network address stays known after a login from it. */
export const KNOWN_NETWORK_DAYS = 365;

/** Wrong passwords since the window began. */
export interface WrongPasswords {
  count: number;
  /** Epoch milliseconds at which the window ends. */
  until: number;
}

/** The error if a caller has reached a limit and may not try another password yet, or else undefined. */
export function refusedLogin(
  attempts: {
    counts: Readonly<Record<WrongPasswordScope, WrongPasswords | undefined>>;
    /** When a login from the network address was last recorded, in epoch milliseconds; undefined if none was. */
    knownSince: number | undefined;
  },
  now: number,
): AppError | undefined {
  const reached = limitsFor(attempts.knownSince !== undefined).flatMap((scope) => {
    const wrong = attempts.counts[scope];
    const { limit, countedFrom } = WRONG_PASSWORD_LIMITS[scope];
    return wrong !== undefined && wrong.until > now && wrong.count >= limit
      ? [{ limit, countedFrom, until: wrong.until }]
      : [];
  });
  const last = reached.sort((a, b) => b.until - a.until)[0];
  if (last === undefined) return undefined;
  return new AppError('rate_limit.exceeded', wrongPasswordsMessage(last.limit, last.countedFrom, last.until), {
    retryAfterSeconds: secondsUntil(last.until, now),
  });
}

/** The scopes in which a wrong password counts. */
export function limitsFor(knownNetwork: boolean): WrongPasswordScope[] {
  return knownNetwork ? ['network'] : ['network', 'account'];
}
