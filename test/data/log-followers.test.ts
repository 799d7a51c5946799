import { expect, test, vi } from 'vitest';
import type { EventRow } from '#shared/data/entities/log/event.ts';
import { LogFollower } from '#shared/data/event-log/log-follower.ts';
import { PREDECESSORS, TICKET_LEASE_MS } from '#shared/domain/log/log-order.ts';
import { useEngine } from '../support/engine.ts';
import { recordedReads } from '../support/recorded-reads.ts';
import { all, OLD, range, timesOf, useWrittenLog } from '../support/written-log.ts';

const engine = useEngine();
const log = useWrittenLog(engine);

test('A follower that waits for more tickets than an event names reports it once, however often it looks', async () => {
  const [few, many] = [log.now - 50, log.now - 1];
  await log.store([few, many], { [few]: [few - 1], [many]: range(few + 1, PREDECESSORS).toReversed() });
  const looks = async (since: number) => {
    const follower = new LogFollower(engine.table, log.org, { since, observer: log.observer });
    for (let look = 0; look < 2; look++) expect(await follower.next(all, { strong: true })).toBeUndefined();
    return log.observer.blocked.mock.calls.length;
  };
  expect(await looks(0)).toBe(0);
  expect(await looks(few)).toBe(1);
});

test('A follower from the end gets what is appended after the newest event, and everything of an empty log', async () => {
  const recorded = recordedReads(engine.table);
  const ofEmpty = await LogFollower.fromEnd(recorded.table, log.org, log.observer);
  expect(ofEmpty.time).toBe(0);
  await log.store(range(OLD, 2));
  const atEnd = await LogFollower.fromEnd(recorded.table, log.org, log.observer);
  expect(atEnd.time).toBe(OLD + 1);
  expect(recorded.reads).toEqual([
    { strong: true, limit: 1, rows: 0 },
    { strong: true, limit: 1, rows: 1 },
  ]);
  await log.store([OLD + 2]);
  expect((await ofEmpty.next(all, { strong: true }))?.createdAt).toBe(OLD);
  expect((await atEnd.next(all, { strong: true }))?.createdAt).toBe(OLD + 2);
});

test('A follower takes as many events as are wanted, of as many rows as are allowed, and says why it stopped', async () => {
  await log.store(range(OLD, 6));
  const follower = new LogFollower(engine.table, log.org, { since: 0, observer: log.observer });
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
  const [first, last] = [log.now - 3, log.now - 1];
  await log.store([first, last], { [last]: [log.now - 2, first] });
  const follower = new LogFollower(engine.table, log.org, { since: 0, observer: log.observer });
  const taken = await follower.take(5, all);
  expect({ ...taken, events: timesOf(taken.events) }).toEqual({
    events: [first],
    examined: 1,
    blocked: true,
    isEnd: false,
  });
  expect(follower.time).toBe(first);
  expect(log.observer.blocked).not.toHaveBeenCalled();
});

test('The first read of a follower is small, and a page reads as many rows as it is given', async () => {
  await log.store(range(OLD, 12));
  const limits = async (read: (follower: LogFollower) => Promise<unknown>) => {
    const recorded = recordedReads(engine.table);
    await read(new LogFollower(recorded.table, log.org, { since: 0, observer: log.observer }));
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
  const [closed, event, passed] = [log.now - TICKET_LEASE_MS - 1, log.now - 2, log.now - 1];
  await log.store([event, passed], { [event]: [closed], [passed]: [event, closed] });
  const follower = new LogFollower(engine.table, log.org, { since: 0, observer: log.observer });
  const next = await follower.next(({ createdAt }) => createdAt === passed, { strong: true });
  expect(next?.createdAt).toBe(passed);
  expect(log.observer.ticketsClosed.mock.calls).toEqual([[1]]);
  expect(await follower.next(all, { strong: true })).toBeUndefined();
});

test('A ticket is closed when its lease is over, and not a moment before', async () => {
  const [open, event] = [log.now - TICKET_LEASE_MS, log.now - 1];
  await log.store([event], { [event]: [open] });
  const follower = new LogFollower(engine.table, log.org, { since: 0, observer: log.observer });
  expect(await follower.next(all, { strong: true })).toBeUndefined();
  expect((await follower.take(1, all)).blocked).toBe(true);
  expect(log.observer.ticketsClosed).not.toHaveBeenCalled();
  vi.setSystemTime(log.now + 1);
  expect((await follower.take(1, all)).blocked).toBe(true);
  expect(log.observer.ticketsClosed.mock.calls).toEqual([[1]]);
  expect(timesOf((await follower.take(1, all)).events)).toEqual([event]);
});
