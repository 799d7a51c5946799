import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE } from '../../domain/time.ts';
import { type Change, update } from '../change.ts';
import { PREFIX } from '../table.ts';
import type { Key, Table } from '../table-client.ts';

/** How a budget stands after a draw. */
export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** The counter of a subject in the calendar window of a time. */
export function rateKey(subject: string, now: number, windowMs: number): Key {
  return { pk: `${PREFIX.rate}${subject}`, sk: String(Math.floor(now / windowMs)) };
}

/** Epoch milliseconds at which the calendar window of a time ends. */
export function windowEnd(now: number, windowMs: number): number {
  return (Math.floor(now / windowMs) + 1) * windowMs;
}

/** Epoch seconds after which the engine may remove the counter: a window later, so that slow clocks still find it. */
export function rateTimeToLive(now: number, windowMs: number): number {
  return Math.ceil((windowEnd(now, windowMs) + windowMs) / 1000);
}

/**
 * Draws one request from the budget of `subject` in this calendar window, a minute unless told. One conditional write counts and
 * judges, so the limit is exact whatever the concurrency, and a refused request counts nothing.
 *
 * See: docs/contract/limits.md#requests.
 */
export async function consumeToken(
  table: Table,
  subject: string,
  limit: number,
  now: number,
  windowMs: number = MINUTE,
): Promise<RateLimitResult> {
  const resetSeconds = Math.max(1, Math.ceil((windowEnd(now, windowMs) - now) / 1000));
  const refused = { allowed: false, limit, remaining: 0, resetSeconds };
  if (limit <= 0) return refused;
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: rateKey(subject, now, windowMs),
        UpdateExpression: 'ADD drawn :one SET expires_at = :gone',
        ConditionExpression: 'attribute_not_exists(drawn) OR drawn < :limit',
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':gone': rateTimeToLive(now, windowMs) },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { allowed: true, limit, remaining: limit - Number(Attributes?.drawn ?? 0), resetSeconds };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return refused;
    throw error;
  }
}

/**
 * The same as part of a commit: counts once when the commit holds, however often the operation runs. At the limit the
 * condition fails.
 */
export function countInWindow(
  subject: string,
  limit: number,
  now: number,
  windowMs: number,
  otherwise: Change['onConditionFailed'],
): Change {
  return update(
    rateKey(subject, now, windowMs),
    { add: { drawn: 1 }, set: { expires_at: rateTimeToLive(now, windowMs) } },
    {
      upsert: true,
      condition: {
        // A limit of 0 lets nothing pass, not even the first.
        expression: 'drawn < :max OR (attribute_not_exists(drawn) AND :max > :none)',
        values: { ':max': limit, ':none': 0 },
      },
      onConditionFailed: otherwise,
    },
  );
}
