import ipaddr from 'ipaddr.js';
import type { Change } from '../../data/change.ts';
import { certainlyExceeds, rememberCount } from '../../data/direct-writes/known-counts.ts';
import { consumeToken, type RateLimitResult } from '../../data/direct-writes/rate-limit.ts';
import { releaseSlot } from '../../data/direct-writes/slot.ts';
import { consumeTokenAndSlot } from '../../data/direct-writes/wait-slot.ts';
import { incrementWindowCount, rateKey, windowEnd } from '../../data/entities/rate-limit.ts';
import type { Table } from '../../data/table-client.ts';
import { AppError } from '../../domain/errors.ts';
import { rateLimitMessage, waitLimitMessage } from '../../domain/limit-messages.ts';
import type { Limits } from '../../domain/limits.ts';
import { HOUR, MINUTE, secondsUntil } from '../../domain/time.ts';

/** A limit of requests. */
export interface RateLimit {
  /** Identifies the organization, address or account with its own count. */
  readonly key: string;
  readonly limit: number;
  /** What is counted and for whom, in the words of the error message. */
  readonly what: string;
}

/**
 * Consumes one request of a rate limit and sets the `ratelimit-*` headers of the response. Throws 429 if none is left.
 *
 * See: docs/contract/limits.md#requests; docs/contract/conventions.md#response-headers
 */
export async function consumeRateLimit(
  table: Table,
  { key, limit, what }: RateLimit,
  now: number,
  headers: Record<string, string>,
): Promise<void> {
  const result = await consumeToken(table, key, limit, now);
  setHeaders(headers, result);
  if (!result.allowed) throw rateLimitExceeded(result, what, MINUTE, now);
}

/**
 * The same for a wait of at most `timeoutMs`, which also takes a slot: an organization may have a limited number of
 * waits at once. Throws 429 if none is free. Returns what frees the slot.
 *
 * See: docs/contract/limits.md#events-and-webhooks.
 */
export async function consumeWait(
  table: Table,
  { key, limit, what }: RateLimit,
  { limits, timeoutMs }: { limits: Limits; timeoutMs: number },
  now: number,
  headers: Record<string, string>,
): Promise<(now: number) => Promise<void>> {
  const slots = { count: limits.waitsPerOrganization, until: now + timeoutMs };
  const { busyUntil, slot, ...result } = await consumeTokenAndSlot(table, key, limit, slots, now);
  setHeaders(headers, result);
  if (busyUntil !== undefined) {
    const options = { retryAfterSeconds: secondsUntil(busyUntil, now) };
    throw new AppError('rate_limit.exceeded', waitLimitMessage(limits, busyUntil), options);
  }
  if (!result.allowed) throw rateLimitExceeded(result, what, MINUTE, now);
  return async (end) => {
    if (slot !== undefined) await releaseSlot(table, slot, end);
  };
}

function setHeaders(headers: Record<string, string>, { limit, remaining, resetSeconds }: RateLimitResult): void {
  headers['ratelimit-limit'] = String(limit);
  headers['ratelimit-remaining'] = String(remaining);
  headers['ratelimit-reset'] = String(resetSeconds);
}

/**
 * Counts an operation against an hourly limit: signups from an address, codes sent again. The count is a change of the
 * operation's commit, so a request counts once even if its operation runs again. The `ratelimit-*` headers describe the
 * route's rate limit only. Throws 429 without a write if this process knows that none is left in this hour.
 */
export function consumeHourlyRateLimit(table: Table, { key, limit, what }: RateLimit, now: number): Change {
  const resetSeconds = secondsUntil(windowEnd(now, HOUR), now);
  const exceeded = () => rateLimitExceeded({ limit, resetSeconds }, what, HOUR, now);
  const counter = rateKey(key, now, HOUR);
  if (certainlyExceeds(table, counter, 1, limit)) throw exceeded();
  return incrementWindowCount(key, limit, now, HOUR, () => {
    rememberCount(table, counter, limit);
    return exceeded();
  });
}

type LimitReached = Pick<RateLimitResult, 'limit' | 'resetSeconds'>;

function rateLimitExceeded(
  { limit, resetSeconds }: LimitReached,
  what: string,
  windowMs: number,
  now: number,
): AppError {
  return new AppError('rate_limit.exceeded', rateLimitMessage(limit, what, windowEnd(now, windowMs)), {
    retryAfterSeconds: resetSeconds,
  });
}

/**
 * The rate-limit key of an IP address. IPv6 addresses share the key of their /64, because one subscriber gets a whole
 * /64 and may use any address in it (RFC 6177).
 */
export function rateLimitKeyForIp(address: string): string {
  if (!ipaddr.isValid(address)) return `address#${address}`;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `address#${parsed.toString()}`;
  const network = parsed.toByteArray().slice(0, 8);
  return `address#${Buffer.from(network).toString('hex')}/64`;
}
