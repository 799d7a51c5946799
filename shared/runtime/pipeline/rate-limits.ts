import ipaddr from 'ipaddr.js';
import type { Change } from '#shared/data/change.ts';
import { certainlyExceeds, rememberCount } from '#shared/data/direct-writes/known-counts.ts';
import { consumeToken, type RateLimitResult } from '#shared/data/direct-writes/rate-limit.ts';
import { incrementWindowCount, rateKey } from '#shared/data/entities/stage/rate-limit.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { rateLimitMessage } from '#shared/domain/limits/limit-messages.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { HOUR, MINUTE, secondsUntil, windowEnd } from '#shared/domain/time/time.ts';

/** A limit of requests. */
export interface RateLimit {
  /** Identifies the organization, address or account with its own count. */
  readonly key: string;
  readonly limit: number;
  /** What is counted and for whom, in the words of the error message. */
  readonly unit: string;
  /** How many requests it counts as: 1 unless given. */
  readonly amount?: number;
  /** The size of the request, where sizes are summed too. */
  readonly receivedBytes?: number;
}

/**
 * Consumes one request of a rate limit, or `amount`, and sets the `ratelimit-*` headers of the response. Throws 429 if
 * fewer are left.
 *
 * See: docs/contract/limits.md#requests; docs/contract/conventions.md#response-headers
 */
export async function consumeRateLimit(
  table: Table,
  { key, limit, unit, amount = 1, receivedBytes }: RateLimit,
  now: number,
  headers: Record<string, string>,
): Promise<void> {
  const result = await consumeToken(table, key, limit, now, {
    amount,
    ...(receivedBytes !== undefined && { receivedBytes }),
  });
  setHeaders(headers, result);
  if (!result.allowed) throw rateLimitExceeded(result, unit, MINUTE, now);
}

/** Sets the `ratelimit-*` headers of a response. */
export function setHeaders(headers: Record<string, string>, { limit, remaining, resetSeconds }: RateLimitResult): void {
  headers['ratelimit-limit'] = String(limit);
  headers['ratelimit-remaining'] = String(remaining);
  headers['ratelimit-reset'] = String(resetSeconds);
}

/**
 * Counts an operation against an hourly limit: signups from an address, codes sent again. The count is a change of the
 * operation's commit, so a request counts once even if its operation runs again. The `ratelimit-*` headers describe the
 * route's rate limit only. Throws 429 without a write if this process knows that none is left in this hour.
 */
export function consumeHourlyRateLimit(table: Table, { key, limit, unit }: RateLimit, now: number): Change {
  const resetSeconds = secondsUntil(windowEnd(now, HOUR), now);
  const exceeded = () => rateLimitExceeded({ limit, resetSeconds }, unit, HOUR, now);
  const counter = rateKey(key, now, HOUR);
  if (certainlyExceeds(table, counter, 1, limit)) throw exceeded();
  return incrementWindowCount(key, limit, now, HOUR, () => {
    rememberCount(table, counter, limit);
    return exceeded();
  });
}

/**
 * Counts an organization that a network address creates, with or without a signup. The limit bounds what one stranger
 * gets by creating organizations, which each have limits of their own.
 *
 * See: docs/contract/limits.md#unverified-organizations.
 */
export function countCreatedOrganization(table: Table, address: string, limits: Limits, now: number): Change {
  const key = `organizations#${rateLimitKeyForIp(address)}`;
  const unit = 'new organizations per hour from one network address';
  return consumeHourlyRateLimit(table, { key, limit: limits.organizationsPerHour, unit }, now);
}

type LimitReached = Pick<RateLimitResult, 'limit' | 'resetSeconds'>;

/** The error of a request beyond a rate limit. `unit` is what is counted, and for whom. */
export function rateLimitExceeded(
  { limit, resetSeconds }: LimitReached,
  unit: string,
  windowMs: number,
  now: number,
): AppError {
  return new AppError('rate_limit.exceeded', rateLimitMessage(limit, unit, windowEnd(now, windowMs)), {
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
