import { expect, test, vi } from 'vitest';
import { MAX_EXAMINED_ROWS } from '#shared/data/bounded-read.ts';
import { closeTicket } from '#shared/data/direct-writes/tombstone.ts';
import type { EventRow } from '#shared/data/entities/log/event.ts';
import { idTime } from '#shared/domain/ids/ids.ts';
import { MAX_COMMIT_MS, PREDECESSORS, TICKET_LEASE_MS } from '#shared/domain/log/log-order.ts';
import { useEngine } from '../support/engine.ts';
import { tombstonesOf } from '../support/event-log.ts';
import { recordedReads, withoutNewRows } from '../support/recorded-reads.ts';
import { isWaiting, OLD, type ReadOptions, range, useWrittenLog } from '../support/written-log.ts';

const engine = useEngine();
const log = useWrittenLog(engine);

test('The newest events are a page of the log, and say where it continues only if the read ended early', async () => {
  await log.store(range(OLD, 3));
  expect(await log.newest(2)).toEqual({ times: [OLD + 2, OLD + 1], continueBefore: undefined });
  expect(await log.newest(3)).toEqual({ times: [OLD + 2, OLD + 1, OLD], continueBefore: undefined });
  expect(await log.newest(4)).toEqual({ times: [OLD + 2, OLD + 1, OLD], continueBefore: undefined });
  expect(await log.newest(2, { before: OLD + 2 })).toEqual({ times: [OLD + 1, OLD], continueBefore: undefined });
  expect(await log.newest(2, { before: OLD })).toEqual({ times: [], continueBefore: undefined });
});

test('An old page takes no more reads than its rows, and one of the newest events one more at the same time, for the newest row', async () => {
  await log.store(range(OLD, 5));
  const reads = async (limit: number, more: ReadOptions) => {
    const recorded = recordedReads(engine.table);
    await log.newest(limit, { ...more, table: recorded.table });
    return recorded.reads.map(({ strong, rows }) => ({ strong, rows }));
  };
  expect(await reads(2, { pageSize: 2, before: OLD + 4 })).toEqual([{ strong: false, rows: 2 }]);
  expect(await reads(2, { pageSize: 2 })).toEqual([
    { strong: true, rows: 1 },
    { strong: false, rows: 2 },
  ]);
  const some = { passes: ({ createdAt }: EventRow) => createdAt % 2 === 0, before: OLD + 4, pageSize: 1 };
  expect(await reads(2, some)).toHaveLength(4);
});

test('A page of recent events reads as many rows more as an event names, because one of them may be missing', async () => {
  await log.store(range(log.now - 100, 50));
  const recorded = recordedReads(engine.table);
  expect((await log.newest(2, { table: recorded.table, pageSize: 1 })).times).toEqual([log.now - 51, log.now - 52]);
  expect(recorded.reads.filter(({ strong }) => strong === false)).toHaveLength(2 + PREDECESSORS);
  // The newest row, which the other reads have too.
  expect(recorded.reads.filter(({ strong }) => strong === true).map(({ rows }) => rows)).toEqual([1]);
});

test('Of the rows more that a recent page reads, the first old one is the last', async () => {
  await log.store([...range(OLD, 5), log.now - 2, log.now - 1]);
  const recorded = recordedReads(engine.table);
  expect((await log.newest(1, { table: recorded.table, pageSize: 1 })).times).toEqual([log.now - 1]);
  expect(recorded.reads.filter(({ strong }) => strong === false)).toHaveLength(3);
});

test('Events that a stale read leaves out are in the list: newer ones, and older ones that the others name', async () => {
  const [first, second, third, fourth] = range(log.now - 100, 4) as [number, number, number, number];
  await log.store([first, second, third, fourth], { [third]: [second, first], [fourth]: [third, second, first] });
  for (const missing of [[fourth], [second], [third, fourth], [second, fourth], [first]]) {
    const table = withoutNewRows(
      engine.table,
      missing.map((time) => idTime('event', time)),
    );
    expect(await log.newest(10, { table })).toEqual({
      times: [fourth, third, second, first],
      continueBefore: undefined,
    });
  }
  // Before a time, too, and then nothing from that time on.
  const table = withoutNewRows(engine.table, [idTime('event', third)]);
  expect((await log.newest(10, { table, before: fourth })).times).toEqual([third, second, first]);
  const recorded = recordedReads(engine.table);
  await log.newest(10, { table: recorded.table, before: fourth });
  expect(recorded.reads.map(({ rows }) => rows)).toEqual([1, 3]);
  expect(log.observer.ticketsClosed).not.toHaveBeenCalled();
});

test('A log without events is an empty page', async () => {
  expect(await log.newest(10)).toEqual({ times: [], continueBefore: undefined });
});

test('A stale read of old events is not looked at again, and leaves no mark in the log', async () => {
  const [first, second] = [log.now - TICKET_LEASE_MS - 10, log.now - TICKET_LEASE_MS - 5];
  await log.store([first, second], { [second]: [first] });
  const table = withoutNewRows(engine.table, [idTime('event', first)]);
  expect((await log.newest(10, { table })).times).toEqual([second, first]);
  expect(log.observer.ticketsClosed).not.toHaveBeenCalled();
  expect(await tombstonesOf(engine.table, log.org)).toEqual([]);

  const recorded = recordedReads(engine.table);
  expect((await log.newest(10, { table: recorded.table, before: log.now - MAX_COMMIT_MS - 1 })).times).toEqual([]);
  expect(recorded.reads.map(({ strong }) => strong)).toEqual([false]);
});

test('A list waits for tickets of its part alone, closes them after their lease, and never those of older commits', async () => {
  const crashed = log.now - TICKET_LEASE_MS;
  const [older, event] = [log.now - MAX_COMMIT_MS - 1, log.now - 1];
  await log.store([event], { [event]: [crashed, older] });
  const list = log.newest(10);
  expect(await isWaiting(list)).toBe(true);
  expect(await tombstonesOf(engine.table, log.org)).toEqual([]);
  vi.setSystemTime(log.now + 1);
  expect((await list).times).toEqual([event]);
  expect(await tombstonesOf(engine.table, log.org)).toEqual([crashed]);
  expect(log.observer.ticketsClosed.mock.calls).toEqual([[1]]);
});

test('A page that begins after a ticket does not wait for it', async () => {
  const [first, last] = [log.now - PREDECESSORS - 10, log.now - 1];
  const open = first - 1;
  const times = [...range(first, PREDECESSORS), last];
  await log.store(times, { [first]: [open], [last]: times.slice(0, -1).reverse() });
  expect((await log.newest(1)).times).toEqual([last]);
  expect(await tombstonesOf(engine.table, log.org)).toEqual([]);
});

test('A reader that waits looks again at most every 50 ms', async () => {
  const [open, event] = [log.now - 2, log.now - 1];
  await log.store([event], { [event]: [open] });
  vi.useRealTimers();
  const recorded = recordedReads(engine.table);
  const began = performance.now();
  const list = log.newest(10, { table: recorded.table });
  await new Promise((resolve) => setTimeout(resolve, 120));
  await log.store([open]);
  expect((await list).times).toEqual([event, open]);
  expect(recorded.reads.length).toBeLessThanOrEqual(3 + (performance.now() - began) / 49);
});

test('Events since a time are those after it and before another, as many as fit', async () => {
  await log.store(range(OLD, 5));
  expect(await log.since(0, 10)).toEqual({ times: range(OLD, 5), continueSince: undefined });
  expect(await log.since(OLD, 2)).toEqual({ times: [OLD + 1, OLD + 2], continueSince: undefined });
  expect(await log.since(OLD, 10, { before: OLD + 3 })).toEqual({
    times: [OLD + 1, OLD + 2],
    continueSince: undefined,
  });
  expect(await log.since(OLD, 4)).toEqual({ times: range(OLD + 1, 4), continueSince: undefined });
  const even = ({ createdAt }: EventRow) => createdAt % 2 === 0;
  expect(await log.since(OLD, 1, { passes: even })).toEqual({ times: [OLD + 2], continueSince: undefined });
});

test('A read of a filter that few events pass ends after a thousand rows, in both directions, and continues there', async () => {
  const [first, count] = [log.now - 2000, MAX_EXAMINED_ROWS + PREDECESSORS + 8];
  await log.store(range(first, count));
  const none = { passes: () => false, pageSize: 1000 };
  const last = first + count - 1;
  expect(await log.since(0, 5, none)).toEqual({ times: [], continueSince: first + MAX_EXAMINED_ROWS - 1 });
  expect(await log.since(last - MAX_EXAMINED_ROWS, 5, none)).toEqual({ times: [], continueSince: last });
  expect(await log.since(last - MAX_EXAMINED_ROWS + 1, 5, none)).toEqual({ times: [], continueSince: undefined });
  // With the rows more by which it would notice that one of them is missing.
  expect(await log.newest(5, none)).toEqual({ times: [], continueBefore: first + 8 });
  const one = { ...none, passes: ({ createdAt }: EventRow) => createdAt === first + MAX_EXAMINED_ROWS - 1 };
  expect(await log.since(0, 1, one)).toEqual({ times: [first + MAX_EXAMINED_ROWS - 1], continueSince: undefined });
});

test('A closed ticket is no event of a page, and takes the place of none', async () => {
  await log.store(range(OLD, 3));
  await closeTicket(engine.table, log.org, { time: OLD + 3 }, OLD);
  expect((await log.newest(2)).times).toEqual([OLD + 2, OLD + 1]);
  expect((await log.since(OLD, 2)).times).toEqual([OLD + 1, OLD + 2]);
});

test('A page that has waited for an event has no more events than one that has not', async () => {
  const [first, open, third, fourth] = range(log.now - 10, 4) as [number, number, number, number];
  await log.store([first, third, fourth], { [third]: [open, first], [fourth]: [third, open, first] });
  const page = log.since(first - 1, 2);
  expect(await isWaiting(page)).toBe(true);
  vi.setSystemTime(log.now + TICKET_LEASE_MS);
  expect((await page).times).toEqual([first, third]);
});

test('A page waits for an open ticket as long as its writer may be at work, and then ends before it', async () => {
  const [first, last] = [log.now - 2 * TICKET_LEASE_MS, log.now - 1];
  const open = range(log.now - 1000, PREDECESSORS);
  await log.store([first, last], { [first]: [], [last]: open.toReversed() });
  const page = log.since(first - 1, 10);
  expect(await isWaiting(page)).toBe(true);
  vi.setSystemTime(log.now + TICKET_LEASE_MS + 1000);
  expect(await isWaiting(page)).toBe(true);
  vi.setSystemTime(log.now + TICKET_LEASE_MS + 1001);
  expect(await page).toEqual({ times: [first], continueSince: first });
  expect(log.observer.blocked).toHaveBeenCalledTimes(1);
});
