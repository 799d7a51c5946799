import ipaddr from 'ipaddr.js';
import type { Change } from '../../data/change.ts';
import { consumeToken, type RateLimitResult } from '../../data/direct-writes/rate-limit.ts';
import { incrementWindowCount, windowEnd } from '../../data/entities/rate-limit.ts';
import type { Table } from '../../data/table-client.ts';
import { AppError } from '../../domain/errors.ts';
import { rateLimitMessage } from '../../domain/limit-messages.ts';
import { HOUR, MINUTE } from '../../domain/time.ts';

/**
 * Draws on a budget and writes how it stands into the answer's headers; throws when it is used up. `what` names what is
 * counted and for whom.
 *
 * See: docs/contract/limits.md#requests; docs/contract/conventions.md#response-headers
 */
export async function consumeRateLimit(
  table: Table,
  subject: string,
  limit: number,
  now: number,
  { what, headers }: { what: string; headers: Record<string, string> },
): Promise<void> {
  const budget = await consumeToken(table, subject, limit, now);
  headers['ratelimit-limit'] = String(budget.limit);
  headers['ratelimit-remaining'] = String(budget.remaining);
  headers['ratelimit-reset'] = String(budget.resetSeconds);
  if (!budget.allowed) throw rateLimitExceeded(budget, what, MINUTE, now);
}

/**
 * Counts an operation against an hourly limit of its own, as part of its commit: signups of an address, codes sent again.
 * So a request counts once, however often its operation runs. It is no part of the route's budget, so the `ratelimit-*`
 * headers do not include it. `what` names what is counted and for whom.
 */
export function consumeHourlyRateLimit(subject: string, limit: number, now: number, what: string): Change {
  const resetSeconds = Math.ceil((windowEnd(now, HOUR) - now) / 1000);
  return incrementWindowCount(subject, limit, now, HOUR, () =>
    rateLimitExceeded({ limit, resetSeconds }, what, HOUR, now),
  );
}

type Reached = Pick<RateLimitResult, 'limit' | 'resetSeconds'>;

function rateLimitExceeded({ limit, resetSeconds }: Reached, what: string, windowMs: number, now: number): AppError {
  return new AppError('rate_limit.exceeded', rateLimitMessage(limit, what, windowEnd(now, windowMs)), {
    retryAfterSeconds: resetSeconds,
  });
}

/**
 * Whose bucket a network address draws on: an IPv4 address its own, an IPv6 address its /64, which is what one
 * subscriber is given and can move about in freely (RFC 6177).
 */
export function rateLimitKeyForIp(address: string): string {
  if (!ipaddr.isValid(address)) return `address#${address}`;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `address#${parsed.toString()}`;
  const network = parsed.toByteArray().slice(0, 8);
  return `address#${Buffer.from(network).toString('hex')}/64`;
}
