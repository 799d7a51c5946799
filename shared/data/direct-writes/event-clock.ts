import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { predecessorsOf, type Ticket } from '#shared/domain/log/log-order.ts';
import { ContentionError } from '../contention-error.ts';
import { CONTENTION_TIMEOUT_MS, startDeadline } from '../deadline.ts';
import { clockKey, decodeEventClock, type EventClock, TICKET_ATTRIBUTES } from '../entities/log/clock.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * The writes to an organization's event clock. Each is one `UpdateItem` that reads nothing before it. They take their
 * turn at the row and never fail because of each other, so any number of writers can take tickets at once.
 *
 * See: docs/decisions/0022-tickets.md.
 */

/** A place in the log, and the delivery times that the event reserves. */
export interface EventTicket extends Ticket {
  /** The first of the delivery times. */
  deliveryBase: number;
  deliverySlots: number;
}

/** A counter of the clock: the greater of the present time and its last value plus one, for each millisecond. */
interface Counter {
  attribute: 'time' | 'deliveryTime';
  /** The milliseconds to reserve: a number, or as many as the clock has slots. */
  count: number | 'slots';
}

/** Takes a ticket for an event of the organization. */
export async function takeTicket(table: Table, organizationId: string, now: number): Promise<EventTicket> {
  return ticketOf(await advanceClock(table, organizationId, now, { counters: TICKET_COUNTERS, isTicket: true }));
}

/** The outcome of a request for a certain time: if the clock has passed it, the time of the clock. */
export type TimeResult<T> = { granted: true; value: T } | { granted: false; clockTime: number };

/** Takes the ticket of a certain time. */
export async function takeTicketAt(
  table: Table,
  organizationId: string,
  time: number,
): Promise<TimeResult<EventTicket>> {
  const grant = await advanceClockTo(table, organizationId, time, { counters: TICKET_COUNTERS, isTicket: true });
  return grant.granted ? { granted: true, value: ticketOf(grant.value) } : grant;
}

/** Takes a time for a record that is no event. */
export async function takeTime(table: Table, organizationId: string, now: number): Promise<number> {
  return (await advanceClock(table, organizationId, now, { counters: TIME_COUNTERS })).time;
}

/** Takes a certain time for a record that is no event. */
export async function takeTimeAt(table: Table, organizationId: string, time: number): Promise<TimeResult<undefined>> {
  const grant = await advanceClockTo(table, organizationId, time, { counters: TIME_COUNTERS });
  return grant.granted ? { granted: true, value: undefined } : grant;
}

/** Reserves consecutive delivery times that do not belong to an event, and returns the first. */
export async function takeDeliveryTimes(
  table: Table,
  organizationId: string,
  now: number,
  count: number,
): Promise<number> {
  const clock = await advanceClock(table, organizationId, now, { counters: [{ attribute: 'deliveryTime', count }] });
  return clock.deliveryTime - count + 1;
}

/**
 * Lets each later event reserve at least this many delivery times. Returns the last delivery time that was reserved
 * before.
 */
export async function raiseSlots(table: Table, organizationId: string, slots: number): Promise<number> {
  for (;;) {
    const result = await writeClock(table, organizationId, {
      set: ['slots = :slots'],
      conditions: ['slots < :slots'],
      values: { ':slots': slots },
    });
    if (result.written) return result.clock.deliveryTime;
    if (result.found !== undefined) return result.found.deliveryTime;
    if (await insertClock(table, organizationId, { ...NEW_CLOCK, slots })) return 0;
  }
}

const NEW_CLOCK: EventClock = { time: 0, deliveryTime: 0, slots: 0, tickets: [] };

/** Every ticket moves the register of the last tickets by one. */
const SHIFT_TICKETS = TICKET_ATTRIBUTES.slice(1).map((name, index) => `${name} = ${TICKET_ATTRIBUTES[index]}`);

const TIME_COUNTERS: readonly Counter[] = [{ attribute: 'time', count: 1 }];
const TICKET_COUNTERS: readonly Counter[] = [...TIME_COUNTERS, { attribute: 'deliveryTime', count: 'slots' }];

/** What a write takes from the clock. */
interface Advance {
  counters: readonly Counter[];
  isTicket?: boolean;
}

function ticketOf(clock: EventClock): EventTicket {
  const [time = clock.time, ...earlier] = clock.tickets;
  return {
    time,
    predecessors: predecessorsOf(time, earlier),
    deliveryBase: clock.deliveryTime - clock.slots + 1,
    deliverySlots: clock.slots,
  };
}

/** Takes the first free time that is not before `now`. */
async function advanceClock(table: Table, organizationId: string, now: number, advance: Advance): Promise<EventClock> {
  let known: EventClock | undefined;
  for (;;) {
    const outcome = await tryAdvance(table, organizationId, { advance, known, now });
    if ('advanced' in outcome) return outcome.advanced;
    known = outcome.found;
  }
}

/** Takes `time`, if the clock has not passed it. */
async function advanceClockTo(
  table: Table,
  organizationId: string,
  time: number,
  advance: Advance,
): Promise<TimeResult<EventClock>> {
  let known: EventClock | undefined;
  for (;;) {
    if (known !== undefined && known.time >= time) return { granted: false, clockTime: known.time };
    const outcome = await tryAdvance(table, organizationId, { advance, known, now: time });
    if ('advanced' in outcome) return { granted: true, value: outcome.advanced };
    known = outcome.found;
  }
}

/** One attempt. `found`: the clock that does not satisfy its conditions, if there is one. */
async function tryAdvance(
  table: Table,
  organizationId: string,
  { advance, known, now }: { advance: Advance; known: EventClock | undefined; now: number },
): Promise<{ advanced: EventClock } | { found: EventClock | undefined }> {
  const result = await writeClock(table, organizationId, advanceExpression(advance, known, now));
  if (result.written) return { advanced: result.clock };
  if (result.found !== undefined) return { found: result.found };
  const first = firstClock(advance, now);
  return (await insertClock(table, organizationId, first)) ? { advanced: first } : { found: undefined };
}

/**
 * The update for a clock as it was last seen. The first try expects that each counter is behind the present time. A
 * counter never goes back, so once it was seen ahead, the update needs no condition on it.
 */
function advanceExpression(
  { counters, isTicket = false }: Advance,
  known: EventClock | undefined,
  now: number,
): ClockExpression {
  const values = new Map<string, number>();
  const set = isTicket ? [...SHIFT_TICKETS] : [];
  const conditions: string[] = [];
  for (const { attribute, count } of counters) {
    const ahead = known !== undefined && known[attribute] >= now;
    if (!ahead) {
      conditions.push(`#${attribute} < :now`);
      values.set(':now', now).set(':before', now - 1);
    }
    if (count !== 'slots') values.set(`:${attribute}Count`, count);
    const next = `${ahead ? `#${attribute}` : ':before'} + ${count === 'slots' ? 'slots' : `:${attribute}Count`}`;
    set.push(`#${attribute} = ${next}`);
    if (isTicket && attribute === 'time') set.push(`${TICKET_ATTRIBUTES[0]} = ${next}`);
  }
  const names = Object.fromEntries(counters.map(({ attribute }) => [`#${attribute}`, attribute]));
  return { set, conditions, names, values: Object.fromEntries(values) };
}

function firstClock({ counters, isTicket = false }: Advance, now: number): EventClock {
  const clock = { ...NEW_CLOCK };
  for (const { attribute, count } of counters) clock[attribute] = now - 1 + (count === 'slots' ? 0 : count);
  return isTicket ? { ...clock, tickets: [clock.time] } : clock;
}

interface ClockExpression {
  set: readonly string[];
  conditions: readonly string[];
  values: Record<string, number>;
  names?: Record<string, string>;
}

type ClockWrite = { written: true; clock: EventClock } | { written: false; found: EventClock | undefined };

async function writeClock(
  table: Table,
  organizationId: string,
  { set, conditions, values, names }: ClockExpression,
): Promise<ClockWrite> {
  const key = clockKey(organizationId);
  const result = await retryOnConflict(() =>
    conditionalWrite(
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: key,
          UpdateExpression: `SET ${set.join(', ')}`,
          ConditionExpression: ['attribute_exists(pk)', ...conditions].join(' AND '),
          ...(names !== undefined && { ExpressionAttributeNames: names }),
          ExpressionAttributeValues: values,
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    ),
  );
  if (result.written) return { written: true, clock: decodeEventClock({ ...key, ...result.attributes }) };
  return { written: false, found: result.found && decodeEventClock({ ...key, ...result.found }) };
}

/** The first use of a clock writes its row. Returns false if another writer was first. */
async function insertClock(table: Table, organizationId: string, { tickets, ...clock }: EventClock): Promise<boolean> {
  const register = Object.fromEntries(TICKET_ATTRIBUTES.map((name, index) => [name, tickets[index] ?? 0]));
  const { written } = await conditionalWrite(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...clockKey(organizationId), ...clock, ...register },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
  return written;
}

/** A transaction that changes the row at this moment refuses the update (a deleted endpoint lowers `slots` in one). */
async function retryOnConflict<T>(write: () => Promise<T>): Promise<T> {
  const isOver = startDeadline(CONTENTION_TIMEOUT_MS);
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      if (isOver()) throw new ContentionError(error);
    }
    await pause(Math.random() * 20);
  }
}
