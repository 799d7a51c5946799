import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE, secondsUntil } from '../../domain/time.ts';
import { anyRow } from '../decode-row.ts';
import { rateKey, rateTimeToLive, windowEnd } from '../entities/rate-limit.ts';
import { getRows, type Key, type Row, type Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { certainlyExceeds, rememberCount } from './known-counts.ts';
import type { RateLimitResult } from './rate-limit.ts';

/** A slot of an organization's waits, which ends at its time on its own. */
export interface WaitSlot {
  key: Key;
  name: string;
  /** Epoch milliseconds. */
  until: number;
}

export interface WaitResult extends RateLimitResult {
  slot?: WaitSlot;
  /** Set if no slot is free: when the next one ends at the latest. */
  busyUntil?: number;
}

/** Slots by number, with the time at which each ends. */
type BusySlots = ReadonlyMap<number, number>;

function busySlots(row: Record<string, unknown> | undefined, now: number): BusySlots {
  const slots = Object.entries(row ?? {}).flatMap(([name, until]): [number, number][] => {
    const number = /^w(\d+)$/.exec(name)?.[1];
    return number === undefined || Number(until) <= now ? [] : [[Number(number), Number(until)]];
  });
  return new Map(slots);
}

/**
 * Counts a wait against the rate limit of its organization and takes one of its slots, in the same write: a slot is an
 * attribute of the minute's counter, with the time at which it ends. So a wait that times out, and one that crashes,
 * costs no write for its slot. A wait lasts less than a minute, so slots that are in use are in the counters of this
 * minute and the one before.
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
  { count, until }: { count: number; until: number },
  now: number,
): Promise<WaitResult> {
  const [key, keyBefore] = [rateKey(subject, now, MINUTE), rateKey(subject, now - MINUTE, MINUTE)];
  const resetSeconds = secondsUntil(windowEnd(now, MINUTE), now);
  if (certainlyExceeds(table, key, 1, limit)) return { allowed: false, limit, remaining: 0, resetSeconds };
  // A stale read costs half. It may show slots that were freed meanwhile, so it refuses no wait for want of one.
  let { row, before } = await readCounters(table, { key, keyBefore }, now, { strong: false });
  let isFresh = false;
  for (;;) {
    const drawn = Number(row?.drawn ?? 0);
    const refused = { allowed: false, limit, remaining: Math.max(0, limit - drawn), resetSeconds };
    if (drawn >= limit) {
      rememberCount(table, key, drawn);
      return refused;
    }
    const busy = new Map([...before, ...busySlots(row, now)]);
    const free = Array.from({ length: count }, (_, number) => number).filter((number) => !busy.has(number));
    if (free.length === 0) {
      if (isFresh) return { ...refused, busyUntil: Math.min(...busy.values(), now + MINUTE) };
      ({ row, before } = await readCounters(table, { key, keyBefore }, now, { strong: true }));
      isFresh = true;
      continue;
    }
    // Any of the free ones, so that concurrent waits rarely take the same.
    const name = `w${free[Math.floor(Math.random() * free.length)]}`;
    const result = await takeSlot(table, { key, name, until }, limit, now);
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

function takeSlot(table: Table, { key, name, until }: WaitSlot, limit: number, now: number) {
  return conditionalWrite<Row>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'ADD drawn :one SET expires_at = :gone, #slot = :until',
        ConditionExpression:
          '(attribute_not_exists(drawn) OR drawn < :limit) AND (attribute_not_exists(#slot) OR #slot <= :now)',
        ExpressionAttributeNames: { '#slot': name },
        ExpressionAttributeValues: {
          ':one': 1,
          ':limit': limit,
          ':gone': rateTimeToLive(now, MINUTE),
          ':until': until,
          ':now': now,
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
}

/** Frees a slot before its end. It may have ended meanwhile, and be another wait's. */
export async function releaseSlot(table: Table, { key, name, until }: WaitSlot): Promise<void> {
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'REMOVE #slot',
        ConditionExpression: '#slot = :until',
        ExpressionAttributeNames: { '#slot': name },
        ExpressionAttributeValues: { ':until': until },
      }),
    ),
  );
}
