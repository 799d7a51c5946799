import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE, secondsUntil, windowEnd } from '#shared/domain/time/time.ts';
import { rateKey, rateTimeToLive, receivedTimeToLive } from '../entities/stage/rate-limit.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { certainlyExceeds, rememberCount } from './known-counts.ts';

/** The state of a rate limit after a request. */
export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

export interface RateLimitOptions {
  amount?: number;
  windowMs?: number;
  /** The size of the request. The counter sums the sizes too, for the budget of deliveries of an organization. */
  receivedBytes?: number;
}

/**
 * Counts one request of `subject`, or an amount, in the current calendar window, which is a minute unless given. One
 * conditional write both checks and counts, so the limit is exact under concurrency, and a refused request is not
 * counted. Once a window has refused a request, this process refuses the others of the window without a write.
 *
 * See: docs/contract/limits.md#requests.
 */
export async function consumeToken(
  table: Table,
  subject: string,
  limit: number,
  now: number,
  { amount = 1, windowMs = MINUTE, receivedBytes }: RateLimitOptions = {},
): Promise<RateLimitResult> {
  const resetSeconds = secondsUntil(windowEnd(now, windowMs), now);
  const refused = { allowed: false, limit, remaining: 0, resetSeconds };
  const counter = rateKey(subject, now, windowMs);
  if (limit < amount || certainlyExceeds(table, counter, amount, limit)) return refused;
  const result = await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: counter,
        UpdateExpression: `ADD drawn :amount${receivedBytes === undefined ? '' : ', receivedBytes :bytes'} SET expires_at = :gone`,
        ConditionExpression: 'attribute_not_exists(drawn) OR drawn <= :room',
        ExpressionAttributeValues: {
          ':amount': amount,
          ':room': limit - amount,
          ':gone': receivedBytes === undefined ? rateTimeToLive(now, windowMs) : receivedTimeToLive(now),
          ...(receivedBytes === undefined ? {} : { ':bytes': receivedBytes }),
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    ),
  );
  if (!result.written) {
    rememberCount(table, counter, limit - amount + 1);
    return refused;
  }
  return { allowed: true, limit, remaining: limit - Number(result.attributes?.drawn ?? 0), resetSeconds };
}
