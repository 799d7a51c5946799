import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { SECOND } from '#shared/domain/time/time.ts';
import { longCallKey, longCallTimeToLive } from '../entities/stage/long-call.ts';
import type { Row, Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { anyFreeSlot, type BusySlots, busySlots, OCCUPY_SLOT, SLOT_IS_FREE, type Slot } from './slot.ts';

/** A slot, or, if none is free, when the next one ends at the latest. */
export type LongCallResult = { slot: Slot } | { busyUntil: number };

/** The slots of one row: few enough that a write of the row costs one unit. */
const SLOTS_PER_ROW = 50;

/**
 * Takes one of the slots of a subject for a long call: an organization, or the stage. A long call may outlast the
 * minute's counter of its organization, so unlike those of waits its slots have rows of their own.
 *
 * There is no read: the condition of the write says whether a slot is free, and a failed one returns the row. So the
 * limit is exact, and a call pays one write. Only if a row of slots is full, the next row is tried. A slot ends up to a
 * second after `until`.
 *
 * See: docs/decisions/0024-event-streams.md#long-calls.
 */
export async function takeLongCallSlot(
  table: Table,
  subject: string,
  { count, until }: { count: number; until: number },
  now: number,
): Promise<LongCallResult> {
  const rows = Math.ceil(count / SLOTS_PER_ROW);
  // The row of a random slot, so that rows fill alike, then the others.
  const first = Math.floor((Math.random() * count) / SLOTS_PER_ROW);
  let busyUntil = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < rows; tried++) {
    const row = (first + tried) % rows;
    const size = Math.min(SLOTS_PER_ROW, count - row * SLOTS_PER_ROW);
    const slots = Array.from({ length: size }, (_, number) => number);
    const result = await takeInRow(table, { subject, row, slots, until }, now);
    if ('slot' in result) return result;
    busyUntil = Math.min(busyUntil, result.busyUntil);
  }
  // A limit of 0 has no slot that could end.
  return { busyUntil: rows === 0 ? until : busyUntil };
}

/**
 * Takes one of some slots of a subject, which are given by their numbers. The first row with one of them is tried
 * first.
 */
export async function takeSlotOf(
  table: Table,
  subject: string,
  numbers: readonly number[],
  until: number,
  now: number,
): Promise<LongCallResult> {
  let busyUntil = Number.POSITIVE_INFINITY;
  for (const [row, ofRow] of Map.groupBy(numbers, (number) => Math.floor(number / SLOTS_PER_ROW))) {
    const slots = ofRow.map((number) => number % SLOTS_PER_ROW);
    const result = await takeInRow(table, { subject, row, slots, until }, now);
    if ('slot' in result) return result;
    busyUntil = Math.min(busyUntil, result.busyUntil);
  }
  return { busyUntil: numbers.length === 0 ? until : busyUntil };
}

interface SlotRow {
  subject: string;
  row: number;
  /** The numbers of the slots in the row that may be taken. */
  slots: readonly number[];
  until: number;
}

async function takeInRow(
  table: Table,
  { subject, row, slots, until: end }: SlotRow,
  now: number,
): Promise<LongCallResult> {
  const key = longCallKey(subject, row);
  // Its end tells this request's slot from those of others. Within a second, a number of this size has four million
  // values; within a millisecond it has four thousand, and of fifty requests at once two often had the same.
  const until = end + Math.random() * SECOND;
  let busy: BusySlots = new Map();
  for (;;) {
    const name = anyFreeSlot(slots, busy);
    if (name === undefined) return { busyUntil: Math.ceil(Math.min(...busy.values())) };
    const result = await takeSlot(table, { key, name, until }, now);
    if (result.written) return { slot: { key, name, until } };
    busy = busySlots(result.found, now);
    // The response to the write was lost, and its repetition by the AWS SDK found the slot taken.
    if (busy.get(Number(name.slice(1))) === until) return { slot: { key, name, until } };
  }
}

function takeSlot(table: Table, { key, name, until }: Slot, now: number) {
  return conditionalWrite<Row>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: `SET expires_at = :gone, ${OCCUPY_SLOT}`,
        ConditionExpression: SLOT_IS_FREE,
        ExpressionAttributeNames: { '#slot': name },
        ExpressionAttributeValues: { ':gone': longCallTimeToLive(now), ':until': until, ':now': now },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
}
