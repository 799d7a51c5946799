import { takeDestinationSlot } from '#shared/data/direct-writes/destination-slot.ts';
import { certainlyExceeds, rememberCount } from '#shared/data/direct-writes/known-counts.ts';
import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { releaseSlot, type Slot } from '#shared/data/direct-writes/slot.ts';
import { rateKey } from '#shared/data/entities/stage/rate-limit.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { AttemptOutcome } from '#shared/domain/delivery/delivery.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { MINUTE, SECOND, windowEnd } from '#shared/domain/time/time.ts';
import type { Destination } from './destination.ts';

/** One attempt of an organization at a destination. */
export interface AttemptAt {
  readonly organizationId: string;
  readonly isVerified: boolean;
  readonly destination: Destination;
}

/** The part of a destination's slots, and of its failures, that one unverified organization may use. */
const SHARE_OF_ORGANIZATION = 0.25;

/** Attempts of a process at one destination that need no slot of a verified organization: a whole batch. */
const FREE_IN_PROCESS = 10;

/** From this duration on a destination is slow, and from then on every attempt needs a slot. */
const SLOW_MS = 2 * SECOND;
const REMEMBER_SLOW_MS = MINUTE;
const MAX_REMEMBERED = 10_000;

/** Destinations that were slow or failed in this process, with the time at which that is forgotten. */
const slowUntil = new Map<string, number>();

/** Attempts of this process that are under way, for each pool. */
const underWay = new Map<string, number>();

/**
 * The pools of attempts at once that an attempt needs a slot of. All unverified organizations share one for the name
 * and one for the address of a destination. A verified organization has one of its own for each name, so that no
 * stranger takes any of it, and pays for it only while the destination is slow or fails.
 */
function poolsOf({ organizationId, isVerified, destination }: AttemptAt, limits: Limits, now: number) {
  if (isVerified) {
    const subject = `destination#${organizationId}#${destination.host}`;
    const count = limits.verifiedAttemptsAtDestination;
    const free = (slowUntil.get(subject) ?? 0) > now ? partOf(count) : FREE_IN_PROCESS;
    return [{ subject, count, share: count, free }];
  }
  const count = limits.unverifiedAttemptsAtDestination;
  const share = slotsOfOrganization(limits);
  return destination.subjects.map((name) => ({ subject: `destination#${name}`, count, share, free: partOf(count) }));
}

/** How many attempts at once one unverified organization may have at a destination. */
export function slotsOfOrganization({ unverifiedAttemptsAtDestination: count }: Limits): number {
  return Math.max(1, Math.floor(count * SHARE_OF_ORGANIZATION));
}

/**
 * Each of the processes may use a thousandth of a limit without a slot, so that a limit that is out of reach is free.
 */
const partOf = (limit: number) => Math.floor(limit / 1000);

/** An attempt that may begin. */
export interface BegunAttempt {
  /** Frees what the attempt holds. Throws if a slot could not be freed, which then ends at its time. */
  end(now: number): Promise<void>;
}

/** Begins an attempt at a destination, unless it has too many attempts at once. */
export async function beginAttempt(
  table: Table,
  attempt: AttemptAt,
  { limits, until }: { limits: Limits; until: number },
  now: number,
): Promise<BegunAttempt | undefined> {
  const slots: Slot[] = [];
  const counted: string[] = [];
  const end = async (at: number) => {
    for (const subject of counted.splice(0)) changeUnderWay(subject, -1);
    await Promise.all(slots.splice(0).map((slot) => releaseSlot(table, slot, at)));
  };
  try {
    for (const pool of poolsOf(attempt, limits, now)) {
      const { subject, free } = pool;
      if ((underWay.get(subject) ?? 0) < free) {
        changeUnderWay(subject, 1);
        counted.push(subject);
        continue;
      }
      const slot = await takeDestinationSlot(table, pool, attempt.organizationId, until, now);
      if (slot === undefined) {
        await end(now);
        return undefined;
      }
      slots.push(slot);
    }
  } catch (error) {
    await end(now).catch(() => {});
    throw error;
  }
  return { end };
}

function changeUnderWay(subject: string, by: number): void {
  const count = (underWay.get(subject) ?? 0) + by;
  if (count > 0) underWay.set(subject, count);
  else underWay.delete(subject);
}

/** The counters of failed attempts in a minute, with their limits. */
function failureCounts({ organizationId, isVerified, destination }: AttemptAt, limits: Limits) {
  if (isVerified) {
    const limit = limits.verifiedFailuresAtDestinationPerMinute;
    return [{ subject: `failures#${organizationId}#${destination.host}`, limit }];
  }
  const limit = limits.unverifiedFailuresAtDestinationPerMinute;
  const ofOrganization = Math.max(1, Math.floor(limit * SHARE_OF_ORGANIZATION));
  return destination.subjects.flatMap((name) => [
    { subject: `failures#${organizationId}#${name}`, limit: ofOrganization },
    { subject: `failures#${name}`, limit },
  ]);
}

/**
 * When an attempt may be made again, if this process knows that the destination has failed too often in this minute;
 * `undefined` if it may be made now. Each process learns it by the first failure of its own.
 */
export function failsUntil(table: Table, attempt: AttemptAt, limits: Limits, now: number): number | undefined {
  const isOver = failureCounts(attempt, limits).some(({ subject, limit }) =>
    certainlyExceeds(table, rateKey(subject, now, MINUTE), 1, limit),
  );
  return isOver ? windowEnd(now, MINUTE) : undefined;
}

/** Records how an attempt ended: a failure in the counts of its minute, and whether the destination is slow. */
export async function noteOutcome(
  table: Table,
  attempt: AttemptAt,
  outcome: AttemptOutcome,
  limits: Limits,
  now: number,
): Promise<void> {
  if (attempt.isVerified && (!outcome.ok || outcome.durationMs >= SLOW_MS)) {
    if (slowUntil.size >= MAX_REMEMBERED) slowUntil.clear();
    slowUntil.set(`destination#${attempt.organizationId}#${attempt.destination.host}`, now + REMEMBER_SLOW_MS);
  }
  if (outcome.ok) return;
  await Promise.all(
    failureCounts(attempt, limits).map(({ subject, limit }) => countFailure(table, subject, limit, now)),
  );
}

/** Counts up to the limit, and remembers that it is reached without another write. */
async function countFailure(table: Table, subject: string, limit: number, now: number): Promise<void> {
  // Out of reach of what one process can do in a minute: such a limit counts nothing.
  if (partOf(limit) >= 100) return;
  const { allowed, remaining } = await consumeToken(table, subject, limit, now);
  if (allowed && remaining === 0) rememberCount(table, rateKey(subject, now, MINUTE), limit);
}
