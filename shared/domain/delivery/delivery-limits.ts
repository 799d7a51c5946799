import type { Limits } from '../limits/limits.ts';
import { timestamp } from '../time/time.ts';

/**
 * What bounds the deliveries of an organization and the attempts at a destination, apart from the values, which are
 * limits of the stage.
 *
 * See: docs/contract/limits.md#deliveries; docs/decisions/0042-strangers.md.
 */

/** Bytes that an unverified organization may send in two hours for each byte of its own requests in them. */
export const MAX_AMPLIFICATION = 9;

/** The part of an hour's bytes that an unverified organization may send whatever it has received. */
const FREE_SHARE = 250;

/** Bytes of an hour that do not depend on the requests of the organization, of the hour's limit in megabytes. */
export function freeBytes(megabytesPerHour: number): number {
  return Math.floor((megabytesPerHour * MEGABYTE) / FREE_SHARE);
}

export const MEGABYTE = 1_000_000;

/** A process takes this part of a limit at once, so that counting costs little where the limit is high. */
const BLOCKS = 1000;

/** How much a process takes of a limit at once: 1 of a low limit, which makes it exact. */
export function blockOf(limit: number): number {
  return Math.max(1, Math.floor(limit / BLOCKS));
}

/** The bytes of a request on the wire, but for TLS: its lines and its body. */
export function requestBytes(parts: { line: string; headers: Readonly<Record<string, string>>; body: number }): number {
  const headers = Object.entries(parts.headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return parts.line.length + headers + parts.body;
}

/** A part of a budget that may be used up. */
export type BudgetPart = 'attempts' | 'bytes';

/** Why a delivery waits for the budget of its organization, as its record says, until the budget is full again. */
export function budgetExhausted(lacking: BudgetPart, isVerified: boolean, limits: Limits, until: number): string {
  const { verifiedDeliveriesPerHour, unverifiedDeliveriesPerHour } = limits;
  const { verifiedDeliveryMegabytesPerHour, unverifiedDeliveryMegabytesPerHour } = limits;
  const megabytes = isVerified ? verifiedDeliveryMegabytesPerHour : unverifiedDeliveryMegabytesPerHour;
  const attempts = isVerified ? verifiedDeliveriesPerHour : unverifiedDeliveriesPerHour;
  return lacking === 'bytes'
    ? bytesExhausted(isVerified, megabytes, until)
    : attemptsExhausted(attempts, isVerified, until);
}

/** Why a delivery waits, as its record says. `until` is when it is tried again at the latest. */
function attemptsExhausted(limit: number, isVerified: boolean, until: number): string {
  return `waits until ${timestamp(until)}: at most ${limit} delivery attempts per hour ${owner(isVerified)}`;
}

function bytesExhausted(isVerified: boolean, megabytes: number, until: number): string {
  const ratio = isVerified ? '' : `, and ${MAX_AMPLIFICATION} bytes for each byte of its requests`;
  return `waits until ${timestamp(until)}: at most ${megabytes} MB of deliveries per hour${ratio} ${owner(isVerified)}`;
}

export function destinationBusy(until: number): string {
  return `waits until ${timestamp(until)}: too many attempts at this destination at once`;
}

export function destinationFails(until: number): string {
  return `waits until ${timestamp(until)}: too many failed attempts at this destination per minute`;
}

function owner(isVerified: boolean): string {
  return isVerified
    ? 'for one organization; ask the operator for more'
    : "while the owner of the organization is not verified; verify the owner's address for more";
}
