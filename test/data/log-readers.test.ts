import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { MAX_EXAMINED_ROWS } from '#shared/data/bounded-read.ts';
import { closeTicket } from '#shared/data/direct-writes/tombstone.ts';
import type { EventRow } from '#shared/data/entities/event.ts';
import { eventsSince } from '#shared/data/event-log/events-since.ts';
import { LogFollower } from '#shared/data/event-log/log-follower.ts';
import type { LogObserver } from '#shared/data/event-log/log-observer.ts';
import { newestEvents } from '#shared/data/event-log/newest-events.ts';
import type { Table } from '#shared/data/table-client.ts';
import { idTime, makeId, randomPart } from '#shared/domain/ids.ts';
import { MAX_COMMIT_MS, PREDECESSORS, TICKET_LEASE_MS } from '#shared/domain/log-order.ts';
import { useEngine } from '../support/engine.ts';
import { tombstonesOf } from '../support/event-log.ts';
import { recordedReads, withoutNewRows } from '../support/recorded-reads.ts';
import { eventAt, storeEvents } from '../support/stored-log.ts';

/** Readers of a log that the tests write row by row: at times, and after predecessors, that they choose. */

const engine = useEngine();
const OLD = 1_700_000_000_000;
/** The present of the readers. Nothing waits, unless a test moves it. */
let now: number;
let org: string;
let observer: { [Report in keyof LogObserver]: Mock<LogObserver[Report]> };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  now = Date.now();
  org = makeId('organization', now, randomPart());
  observer = { ticketsClosed: vi.fn(), blocked: vi.fn() };
});
afterEach(() => {
  vi.useRealTimers();
});

/** Stores events at these times. The predecessors of an event: those that are given for its time. */
const store = (times: readonly number[], predecessors: Readonly<Record<number, readonly number[]>> = {}) =>
  storeEvents(
    engine.table,
    times.map((time) => ({
      ...eventAt(org, time, { aggregateId: `${time}` }),
      predecessors: predecessors[time] ?? [],
    })),
  );

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const timesOf = (events: readonly EventRow[]) => events.map(({ createdAt }) => createdAt);
const all = () => true;

async function newest(limit: number, { table = engine.table, before, passes = all, pageSize = 100 }: ReadOptions = {}) {
  const wanted = { limit, passes, pageSize, observer, ...(before !== undefined && { before }) };
  const { events, continueBefore } = await newestEvents(table, org, wanted);
  return { times: timesOf(events), continueBefore };
}

async function since(time: number, limit: number, { before, passes = all, pageSize = 100 }: ReadOptions = {}) {
  const wanted = { since: time, before, limit, passes, pageSize, observer };
  const { events, continueSince } = await eventsSince(engine.table, org, wanted);
  return { times: timesOf(events), continueSince };
}

interface ReadOptions {
  table?: Table;
  before?: number;
  passes?: (event: EventRow) => boolean;
  pageSize?: number;
}

/** Whether a reader has looked at the log, twice if it waits, and returned nothing. */
const isWaiting = (page: Promise<unknown>) =>
  Promise.race([page.then(() => false), new Promise((resolve) => setTimeout(resolve, 120, true))]);

test('The newest events are a page of the log, and say where it continues only if the read ended early', async () => {
  await store(range(OLD, 3));
  expect(await newest(2)).toEqual({ times: [OLD + 2, OLD + 1], continueBefore: undefined });
  expect(await newest(3)).toEqual({ times: [OLD + 2, OLD + 1, OLD], continueBefore: undefined });
  expect(await newest(4)).toEqual({ times: [OLD + 2, OLD + 1, OLD], continueBefore: undefined });
  expect(await newest(2, { before: OLD + 2 })).toEqual({ times: [OLD + 1, OLD], continueBefore: undefined });
  expect(await newest(2, { before: OLD })).toEqual({ times: [], continueBefore: undefined });
});

test('An old page takes no more reads than its rows, and one of the newest events one more for what is newer still', async () => {
  await store(range(OLD, 5));
  const reads = async (limit: number, more: ReadOptions) => {
    const recorded = recordedReads(engine.table);
    await newest(limit, { ...more, table: recorded.table });
    return recorded.reads.map(({ strong, rows }) => ({ strong, rows }));
  };
  expect(await reads(2, { pageSize: 2, before: OLD + 4 })).toEqual([{ strong: false, rows: 2 }]);
  expect(await reads(2, { pageSize: 2 })).toEqual([
    { strong: false, rows: 2 },
    { strong: true, rows: 0 },
  ]);
  const some = { passes: ({ createdAt }: EventRow) => createdAt % 2 === 0, before: OLD + 4, pageSize: 1 };
  expect(await reads(2, some)).toHaveLength(4);
});

test('A page of recent events reads as many rows more as an event names, because one of them may be missing', async () => {
  await store(range(now - 100, 50));
  const recorded = recordedReads(engine.table);
  expect((await newest(2, { table: recorded.table, pageSize: 1 })).times).toEqual([now - 51, now - 52]);
  expect(recorded.reads.filter(({ strong }) => strong === false)).toHaveLength(2 + PREDECESSORS);
  // Only what is newer than the newest row of the first read.
  expect(recorded.reads.filter(({ strong }) => strong === true).map(({ rows }) => rows)).toEqual([0]);
});

test('Of the rows more that a recent page reads, the first old one is the last', async () => {
  await store([...range(OLD, 5), now - 2, now - 1]);
  const recorded = recordedReads(engine.table);
  expect((await newest(1, { table: recorded.table, pageSize: 1 })).times).toEqual([now - 1]);
  expect(recorded.reads.filter(({ strong }) => strong === false)).toHaveLength(3);
});

test('Events that a stale read leaves out are in the list: newer ones, and older ones that the others name', async () => {
  const [first, second, third, fourth] = range(now - 100, 4) as [number, number, number, number];
  await store([first, second, third, fourth], { [third]: [second, first], [fourth]: [third, second, first] });
  for (const missing of [[fourth], [second], [third, fourth], [second, fourth], [first]]) {
    const table = withoutNewRows(
      engine.table,
      missing.map((time) => idTime('event', time)),
    );
    expect(await newest(10, { table })).toEqual({ times: [fourth, third, second, first], continueBefore: undefined });
  }
  expect(observer.ticketsClosed).not.toHaveBeenCalled();
});

test('A stale read of old events is not looked at again, and leaves no mark in the log', async () => {
  const [first, second] = [now - TICKET_LEASE_MS - 10, now - TICKET_LEASE_MS - 5];
  await store([first, second], { [second]: [first] });
  const table = withoutNewRows(engine.table, [idTime('event', first)]);
  expect((await newest(10, { table })).times).toEqual([second, first]);
  expect(observer.ticketsClosed).not.toHaveBeenCalled();
  expect(await tombstonesOf(engine.table, org)).toEqual([]);

  const recorded = recordedReads(engine.table);
  expect((await newest(10, { table: recorded.table, before: now - MAX_COMMIT_MS - 1 })).times).toEqual([]);
  expect(recorded.reads.map(({ strong }) => strong)).toEqual([false]);
});

test('A list waits for tickets of its part alone, closes them after their lease, and never those of older commits', async () => {
  const crashed = now - TICKET_LEASE_MS;
  const [older, event] = [now - MAX_COMMIT_MS - 1, now - 1];
  await store([event], { [event]: [crashed, older] });
  const list = newest(10);
  expect(await isWaiting(list)).toBe(true);
  expect(await tombstonesOf(engine.table, org)).toEqual([]);
  vi.setSystemTime(now + 1);
  expect((await list).times).toEqual([event]);
  expect(await tombstonesOf(engine.table, org)).toEqual([crashed]);
  expect(observer.ticketsClosed.mock.calls).toEqual([[1]]);
});

test('A page that begins after a ticket does not wait for it', async () => {
  const [first, last] = [now - PREDECESSORS - 10, now - 1];
  const open = first - 1;
  const times = [...range(first, PREDECESSORS), last];
  await store(times, { [first]: [open], [last]: times.slice(0, -1).reverse() });
  expect((await newest(1)).times).toEqual([last]);
  expect(await tombstonesOf(engine.table, org)).toEqual([]);
});

test('A reader that waits looks again at most every 50 ms', async () => {
  const [open, event] = [now - 2, now - 1];
  await store([event], { [event]: [open] });
  vi.useRealTimers();
  const recorded = recordedReads(engine.table);
  const began = performance.now();
  const list = newest(10, { table: recorded.table });
  await new Promise((resolve) => setTimeout(resolve, 120));
  await store([open]);
  expect((await list).times).toEqual([event, open]);
  expect(recorded.reads.length).toBeLessThanOrEqual(3 + (performance.now() - began) / 49);
});

test('Events since a time are those after it and before another, as many as fit', async () => {
  await store(range(OLD, 5));
  expect(await since(0, 10)).toEqual({ times: range(OLD, 5), continueSince: undefined });
  expect(await since(OLD, 2)).toEqual({ times: [OLD + 1, OLD + 2], continueSince: undefined });
  expect(await since(OLD, 10, { before: OLD + 3 })).toEqual({ times: [OLD + 1, OLD + 2], continueSince: undefined });
  expect(await since(OLD, 4)).toEqual({ times: range(OLD + 1, 4), continueSince: undefined });
  const even = ({ createdAt }: EventRow) => createdAt % 2 === 0;
  expect(await since(OLD, 1, { passes: even })).toEqual({ times: [OLD + 2], continueSince: undefined });
});

test('A read of a filter that few events pass ends after a thousand rows, in both directions, and continues there', async () => {
  const [first, count] = [now - 2000, MAX_EXAMINED_ROWS + PREDECESSORS + 8];
  await store(range(first, count));
  const none = { passes: () => false, pageSize: 1000 };
  const last = first + count - 1;
  expect(await since(0, 5, none)).toEqual({ times: [], continueSince: first + MAX_EXAMINED_ROWS - 1 });
  expect(await since(last - MAX_EXAMINED_ROWS, 5, none)).toEqual({ times: [], continueSince: last });
  expect(await since(last - MAX_EXAMINED_ROWS + 1, 5, none)).toEqual({ times: [], continueSince: undefined });
  // With the rows more by which it would notice that one of them is missing.
  expect(await newest(5, none)).toEqual({ times: [], continueBefore: first + 8 });
  const one = { ...none, passes: ({ createdAt }: EventRow) => createdAt === first + MAX_EXAMINED_ROWS - 1 };
  expect(await since(0, 1, one)).toEqual({ times: [first + MAX_EXAMINED_ROWS - 1], continueSince: undefined });
});

test('A closed ticket is no event of a page, and takes the place of none', async () => {
  await store(range(OLD, 3));
  await closeTicket(engine.table, org, { time: OLD + 3 }, OLD);
  expect((await newest(2)).times).toEqual([OLD + 2, OLD + 1]);
  expect((await since(OLD, 2)).times).toEqual([OLD + 1, OLD + 2]);
});

test('A page that has waited for an event has no more events than one that has not', async () => {
  const [first, open, third, fourth] = range(now - 10, 4) as [number, number, number, number];
  await store([first, third, fourth], { [third]: [open, first], [fourth]: [third, open, first] });
  const page = since(first - 1, 2);
  expect(await isWaiting(page)).toBe(true);
  vi.setSystemTime(now + TICKET_LEASE_MS);
  expect((await page).times).toEqual([first, third]);
});

test('A follower that waits for more tickets than an event names reports it once, however often it looks', async () => {
  const [few, many] = [now - 50, now - 1];
  await store([few, many], { [few]: [few - 1], [many]: range(few + 1, PREDECESSORS).toReversed() });
  const looks = async (since: number) => {
    const follower = new LogFollower(engine.table, org, { since, observer });
    for (let look = 0; look < 2; look++) expect(await follower.next(all, { strong: true })).toBeUndefined();
    return observer.blocked.mock.calls.length;
  };
  expect(await looks(0)).toBe(0);
  expect(await looks(few)).toBe(1);
});

test('A page waits for an open ticket as long as its writer may be at work, and then ends before it', async () => {
  const [first, last] = [now - 2 * TICKET_LEASE_MS, now - 1];
  const open = range(now - 1000, PREDECESSORS);
  await store([first, last], { [first]: [], [last]: open.toReversed() });
  const page = since(first - 1, 10);
  expect(await isWaiting(page)).toBe(true);
  vi.setSystemTime(now + TICKET_LEASE_MS + 1000);
  expect(await isWaiting(page)).toBe(true);
  vi.setSystemTime(now + TICKET_LEASE_MS + 1001);
  expect(await page).toEqual({ times: [first], continueSince: first });
  expect(observer.blocked).toHaveBeenCalledTimes(1);
});

test('A follower from the end gets what is appended after the newest event, and everything of an empty log', async () => {
  const recorded = recordedReads(engine.table);
  const ofEmpty = await LogFollower.fromEnd(recorded.table, org, observer);
  expect(ofEmpty.time).toBe(0);
  await store(range(OLD, 2));
  const atEnd = await LogFollower.fromEnd(recorded.table, org, observer);
  expect(atEnd.time).toBe(OLD + 1);
  expect(recorded.reads).toEqual([
    { strong: true, limit: 1, rows: 0 },
    { strong: true, limit: 1, rows: 1 },
  ]);
  await store([OLD + 2]);
  expect((await ofEmpty.next(all, { strong: true }))?.createdAt).toBe(OLD);
  expect((await atEnd.next(all, { strong: true }))?.createdAt).toBe(OLD + 2);
});

test('A follower takes as many events as are wanted, of as many rows as are allowed, and says why it stopped', async () => {
  await store(range(OLD, 6));
  const follower = new LogFollower(engine.table, org, { since: 0, observer });
  const taken = async (...args: Parameters<LogFollower['take']>) => {
    const { events, ...rest } = await follower.take(...args);
    return { times: timesOf(events), ...rest };
  };
  const even = ({ createdAt }: EventRow) => createdAt % 2 === 0;
  const stopped = { blocked: false, isEnd: false };
  const ended = { blocked: false, isEnd: true };
  expect(await taken(1, even)).toEqual({ times: [OLD], examined: 1, ...stopped });
  expect(await taken(5, even, { maxRows: 2 })).toEqual({ times: [OLD + 2], examined: 2, ...stopped });
  expect(await taken(5, even, { before: OLD + 5 })).toEqual({ times: [OLD + 4], examined: 2, ...ended });
  expect(await taken(5, all)).toEqual({ times: [], examined: 0, ...ended });
});

test('A follower that is blocked says what it took before the open ticket, and that it is not the end', async () => {
  const [first, last] = [now - 3, now - 1];
  await store([first, last], { [last]: [now - 2, first] });
  const follower = new LogFollower(engine.table, org, { since: 0, observer });
  const taken = await follower.take(5, all);
  expect({ ...taken, events: timesOf(taken.events) }).toEqual({
    events: [first],
    examined: 1,
    blocked: true,
    isEnd: false,
  });
  expect(follower.time).toBe(first);
  expect(observer.blocked).not.toHaveBeenCalled();
});

test('The first read of a follower is small, and a page reads as many rows as it is given', async () => {
  await store(range(OLD, 12));
  const limits = async (read: (follower: LogFollower) => Promise<unknown>) => {
    const recorded = recordedReads(engine.table);
    await read(new LogFollower(recorded.table, org, { since: 0, observer }));
    return recorded.reads.map(({ strong, limit }) => [strong, limit]);
  };
  const last = ({ createdAt }: EventRow) => createdAt === OLD + 11;
  expect(await limits((follower) => follower.take(9, () => false))).toEqual([
    [true, 4],
    [true, 9],
  ]);
  expect(await limits((follower) => follower.take(9, () => false, { pageSize: 11 }))).toEqual([
    [true, 11],
    [true, 11],
  ]);
  for (const strong of [true, false]) {
    expect(await limits((follower) => follower.next(last, { strong }))).toEqual([
      [strong, 4],
      [strong, 16],
    ]);
  }
});

test('A follower that closes the tickets before it continues at once, and skips what its filter does not pass', async () => {
  const [closed, event, passed] = [now - TICKET_LEASE_MS - 1, now - 2, now - 1];
  await store([event, passed], { [event]: [closed], [passed]: [event, closed] });
  const follower = new LogFollower(engine.table, org, { since: 0, observer });
  const next = await follower.next(({ createdAt }) => createdAt === passed, { strong: true });
  expect(next?.createdAt).toBe(passed);
  expect(observer.ticketsClosed.mock.calls).toEqual([[1]]);
  expect(await follower.next(all, { strong: true })).toBeUndefined();
});

test('A ticket is closed when its lease is over, and not a moment before', async () => {
  const [open, event] = [now - TICKET_LEASE_MS, now - 1];
  await store([event], { [event]: [open] });
  const follower = new LogFollower(engine.table, org, { since: 0, observer });
  expect(await follower.next(all, { strong: true })).toBeUndefined();
  expect((await follower.take(1, all)).blocked).toBe(true);
  expect(observer.ticketsClosed).not.toHaveBeenCalled();
  vi.setSystemTime(now + 1);
  expect((await follower.take(1, all)).blocked).toBe(true);
  expect(observer.ticketsClosed.mock.calls).toEqual([[1]]);
  expect(timesOf((await follower.take(1, all)).events)).toEqual([event]);
});
