import { DAY } from '../time/time.ts';

/** For how many UTC days a new domain is limited, from the one on which it was verified. */
export const MAX_RAMP_DAYS = 14;

/** What decides whether a domain is new. All times are milliseconds since the epoch. */
interface RampState {
  readonly status: string;
  readonly verifiedAt: number | null;
  /** When its limits began; absent if it has none. */
  readonly rampFrom?: number;
}

/**
 * When the limits of a domain began, after a check that gave it the status `next`: with its first verification, if the
 * stage limits new domains (`isOn`). A domain that loses its proof keeps the time, and one without limits gets that of
 * its verification, so that it does not begin again when it is verified again.
 */
export function rampStart(
  { status, verifiedAt, rampFrom }: RampState,
  next: string,
  { now, isOn }: { now: number; isOn: boolean },
): number | undefined {
  if (rampFrom !== undefined) return rampFrom;
  if (status === 'verified') return next === 'verified' ? undefined : (verifiedAt ?? undefined);
  return next === 'verified' && isOn ? now : undefined;
}

/**
 * The recipients that a domain may send to on the UTC day of a time: `firstDay` on the day of its verification, and
 * twice as many on each day after it. `undefined` once it is no longer limited.
 *
 * See: docs/contract/domains.md#new-domains.
 */
export function rampLimit(firstDay: number, rampFrom: number, at: number): number | undefined {
  const day = Math.max(0, dayOf(at) - dayOf(rampFrom));
  return day < MAX_RAMP_DAYS ? firstDay * 2 ** day : undefined;
}

const dayOf = (at: number) => Math.floor(at / DAY);
