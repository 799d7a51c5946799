import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE } from '../../domain/time.ts';
import { PREFIX } from '../table.ts';
import type { Table } from '../table-client.ts';

/** How a budget stands after a draw. */
export interface Budgeted {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/**
 * Draws one request from the budget of `subject` in this calendar window, a minute unless told. One conditional write counts and
 * judges, so the limit is exact whatever the concurrency, and a refused request counts nothing.
 *
 * Rule: specification, Limits; shapes, Exact answers (windows are calendar minutes).
 */
export async function drawFromBudget(
  table: Table,
  subject: string,
  limit: number,
  now: number,
  windowMs: number = MINUTE,
): Promise<Budgeted> {
  const window = Math.floor(now / windowMs);
  const resetSeconds = Math.max(1, Math.ceil(((window + 1) * windowMs - now) / 1000));
  const refused = { allowed: false, limit, remaining: 0, resetSeconds };
  if (limit <= 0) return refused;
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: `${PREFIX.rate}${subject}`, sk: String(window) },
        UpdateExpression: 'ADD drawn :one SET expires_at = :gone',
        ConditionExpression: 'attribute_not_exists(drawn) OR drawn < :limit',
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':gone': Math.ceil(((window + 2) * windowMs) / 1000) },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { allowed: true, limit, remaining: limit - Number(Attributes?.drawn ?? 0), resetSeconds };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return refused;
    throw error;
  }
}
