import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE, secondsUntil, windowEnd } from '#shared/domain/time/time.ts';
import { anyRow } from '../decode-row.ts';
import { rateKey, receivedTimeToLive } from '../entities/stage/rate-limit.ts';
import { getRows, type Key, type Row, type Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { certainlyExceeds, rememberCount } from './known-counts.ts';
import type { RateLimitResult } from './rate-limit.ts';
import { anyFreeSlot, type BusySlots, busySlots, OCCUPY_SLOT, SLOT_IS_FREE, type Slot } from './slot.ts';

export interface WaitResult extends RateLimitResult {
  slot?: Slot;
  /** Set if no slot is free: when the next one ends at the latest. */
  busyUntil?: number;
}

/**
 * Counts a wait against the rate limit of its organization and takes one of its slots, in the same write: the slots are
 * attributes of the minute's counter. So a wait that times out costs no write for its slot. A wait lasts less than a
 * minute, so slots that are in use are in the counters of this minute and the one before.
 *
 * The limit is exact within a minute. At its turn, a wait may not see a slot that was taken in the counter before a
 * moment ago.
 *
 * See: docs/decisions/0024-event-streams.md#waits.
 */
export async function consumeTokenAndSlot(
  table: Table,
  subject: string,
  limit: number,
  { count, until, receivedBytes = 0 }: { count: number; until: number; receivedBytes?: number },
  now: number,
): Promise<WaitResult> {
  const [key, keyBefore] = [rateKey(subject, now, MINUTE), rateKey(subject, now - MINUTE, MINUTE)];
  const resetSeconds = secondsUntil(windowEnd(now, MINUTE), now);
  if (certainlyExceeds(table, key, 1, limit)) return { allowed: false, limit, remaining: 0, resetSeconds };
  // A stale read costs half. It may show slots that were freed meanwhile, so it refuses no wait for want of one.
  let { row, before } = await readCounters(table, { key, keyBefore }, now, { strong: false });
  let isFresh = false;
  const slots = Array.from({ length: count }, (_, number) => number);
  for (;;) {
    const drawn = Number(row?.drawn ?? 0);
    const refused = { allowed: false, limit, remaining: Math.max(0, limit - drawn), resetSeconds };
    if (drawn >= limit) {
      rememberCount(table, key, drawn);
      return refused;
    }
    const busy = new Map([...before, ...busySlots(row, now)]);
    const name = anyFreeSlot(slots, busy);
    if (name === undefined) {
      if (isFresh) return { ...refused, busyUntil: Math.min(...busy.values(), now + MINUTE) };
      ({ row, before } = await readCounters(table, { key, keyBefore }, now, { strong: true }));
      isFresh = true;
      continue;
    }
    const result = await takeSlot(table, { key, name, until }, { limit, receivedBytes }, now);
    if (result.written) {
      const remaining = limit - Number(result.attributes?.drawn ?? 0);
      return { allowed: true, limit, remaining, resetSeconds, slot: { key, name, until } };
    }
    row = result.found;
  }
}

/** The counter of this minute, and the slots that are in use since the minute before. */
async function readCounters(
  table: Table,
  { key, keyBefore }: { key: Key; keyBefore: Key },
  now: number,
  options: { strong: boolean },
): Promise<{ row: Record<string, unknown> | undefined; before: BusySlots }> {
  const rows = await getRows(table, anyRow, [key, keyBefore], options);
  const rowOf = ({ sk }: Key) => rows.find((row) => row.sk === sk);
  return { row: rowOf(key), before: busySlots(rowOf(keyBefore), now) };
}

function takeSlot(
  table: Table,
  { key, name, until }: Slot,
  { limit, receivedBytes }: { limit: number; receivedBytes: number },
  now: number,
) {
  return conditionalWrite<Row>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: `ADD drawn :one, receivedBytes :bytes SET expires_at = :gone, ${OCCUPY_SLOT}`,
        ConditionExpression: `(attribute_not_exists(drawn) OR drawn < :limit) AND ${SLOT_IS_FREE}`,
        ExpressionAttributeNames: { '#slot': name },
        ExpressionAttributeValues: {
          ':one': 1,
          ':limit': limit,
          ':bytes': receivedBytes,
          ':gone': receivedTimeToLive(now),
          ':until': until,
          ':now': now,
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
}
