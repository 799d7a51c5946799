import { isLiveCode, type PendingCode } from './code.ts';

/** The maximum number of signups of one address that wait for their codes at the same time. */
const MAX_PENDING_SIGNUPS = 10;

interface Started extends PendingCode {
  /** The keyed hash of the network address that started it; null if no one did. */
  network: string | null;
}

/**
 * The pending signups of an address, reduced so that one more fits. It removes signups that no guess can match any
 * more, first those with used codes, then the oldest. It returns undefined if there are too many live codes: those are
 * never removed, because otherwise a stranger could remove the owner's.
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
 * The signup that a resend renews: the newest one that was started from the caller's network address, or else the only
 * one. If there are several from other networks, the caller's cannot be identified and none is chosen: a code for a
 * signup that an attacker started would create an account with the attacker's password. `networks` has the keyed hashes
 * of the caller's network address, one for each data key.
 *
 * See: docs/decisions/0006-people.md#limits.
 */
export function chooseForResend<T extends Started>(signups: readonly T[], networks: readonly string[]): T | undefined {
  const started = signups.filter((one) => one.network !== null && !one.used);
  return (
    started.findLast(({ network }) => network !== null && networks.includes(network)) ??
    (started.length === 1 ? started[0] : undefined)
  );
}
