import { releaseSlot } from '#shared/data/direct-writes/slot.ts';
import { releaseSlots, takeSlots } from '#shared/data/direct-writes/slot-group.ts';
import { consumeTokenAndSlot } from '#shared/data/direct-writes/wait-slot.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { waitLimitMessage } from '#shared/domain/limits/limit-messages.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { MINUTE, secondsUntil } from '#shared/domain/time/time.ts';
import { addressPool, type CallScope, stagePool } from './call-slots.ts';
import type { Settings } from './context.ts';
import { type RateLimit, rateLimitExceeded, setHeaders } from './rate-limits.ts';

/** A wait of an organization, which asks to last at most `timeoutMs`. */
interface RequestedWait {
  readonly settings: Settings;
  readonly address: string;
  readonly timeoutMs: number;
}

/**
 * Consumes one request of a rate limit for a wait, which also takes a slot: an organization may have a limited number
 * of waits at once. One that is not verified takes a slot of its network address and of the stage too. Throws 429 if
 * none is free. Returns what frees the slots.
 *
 * See: docs/contract/limits.md#events-and-webhooks; docs/contract/limits.md#unverified-organizations.
 */
export async function consumeWait(
  table: Table,
  { key, limit, unit, receivedBytes = 0 }: RateLimit,
  { settings, address, timeoutMs }: RequestedWait,
  now: number,
  headers: Record<string, string>,
): Promise<(now: number) => Promise<void>> {
  const { limits } = settings;
  const until = now + timeoutMs;
  const isVerified = await isOwnerVerified(table, key);
  const ofUnverified = Math.min(limits.unverifiedWaits, limits.waitsPerOrganization);
  const count = isVerified ? limits.waitsPerOrganization : ofUnverified;
  const { busyUntil, slot, ...result } = await consumeTokenAndSlot(
    table,
    key,
    limit,
    { count, until, receivedBytes },
    now,
  );
  setHeaders(headers, result);
  if (busyUntil !== undefined) throw waitRefused({ limit: count, scope: 'organization', busyUntil }, limits, now);
  if (!result.allowed || slot === undefined) throw rateLimitExceeded(result, unit, MINUTE, now);
  if (isVerified) return (end) => releaseSlot(table, slot, end);

  // The own slot is freed if those that are shared with others cannot be taken.
  const pools = [addressPool('wait', address, settings), ...stagePool('wait', settings)];
  const shared = await takeSlots(table, pools, until, now).catch(async (error: unknown) => {
    await releaseSlots(table, [slot], now).catch(() => {});
    throw error;
  });
  if (!('slots' in shared)) {
    await releaseSlots(table, [slot], now);
    throw waitRefused(shared, limits, now);
  }
  return (end) => releaseSlots(table, [slot, ...shared.slots], end);
}

function waitRefused(
  reached: { limit: number; scope: CallScope; busyUntil: number },
  limits: Limits,
  now: number,
): AppError {
  const options = { retryAfterSeconds: secondsUntil(reached.busyUntil, now) };
  return new AppError('rate_limit.exceeded', waitLimitMessage(reached, limits), options);
}
