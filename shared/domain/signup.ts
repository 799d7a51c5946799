import { isLiveCode, type PendingCode } from './code.ts';

/** Signups of one address that wait for their codes at the same time. */
export const MAX_PENDING_SIGNUPS = 10;

interface Started extends PendingCode {
  /** Mark of the network address that started it; null if no one did. */
  network: string | null;
}

/**
 * The pending signups of an address, reduced so that one more fits. Removes what no guess can match any more, used codes
 * first, then the oldest. Returns undefined when every place is taken by a live code: a live code is never removed, or a
 * stranger could remove the owner's.
 */
export function withRoom<T extends Started>(
  signups: readonly T[],
  limits: { codeGuesses: number },
  now: number,
): T[] | undefined {
  const surplus = signups.length + 1 - MAX_PENDING_SIGNUPS;
  if (surplus <= 0) return [...signups];
  const dead = signups.filter((one) => !isLiveCode(one, limits, now)).sort((a, b) => Number(b.used) - Number(a.used));
  if (dead.length < surplus) return undefined;
  const removed = new Set(dead.slice(0, surplus));
  return signups.filter((one) => !removed.has(one));
}

/**
 * Which signup a resend renews: the newest that was started from the caller's network address, or else the only one.
 * Among several from other networks the caller's cannot be told, so none is chosen: a code for a signup that an attacker
 * started would open an account with the attacker's password.
 *
 * See: docs/decisions/0017-limits-on-codes-and-passwords.md.
 */
export function chooseForResend<T extends Started>(signups: readonly T[], network: string): T | undefined {
  const started = signups.filter((one) => one.network !== null && !one.used);
  return started.findLast((one) => one.network === network) ?? (started.length === 1 ? started[0] : undefined);
}
