import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type LogEntry,
  LogPosition,
  MAX_COMMIT_MS,
  PREDECESSORS,
  predecessorsOf,
} from '#shared/domain/log/log-order.ts';
import { sizeOf } from '#testing/test-size.ts';
import { type History, type Mistake, type ReaderPlan, runModel, type WriterStep } from '../support/log-model/run.ts';

const organizations = fc.constantFrom<readonly ('a' | 'b')[]>(['a'], ['a'], ['b'], ['a', 'b']);
const step: fc.Arbitrary<WriterStep> = fc.record({
  organizations,
  events: fc.integer({ min: 1, max: 3 }),
  delay: fc.constantFrom(0, 0, 1, 3, 40),
  conflicts: fc.constantFrom(0, 0, 2),
  fate: fc.constantFrom('commits', 'commits', 'commits', 'crashes', 'gives up', 'outcome unknown'),
});
const readerPlan: fc.Arbitrary<ReaderPlan> = fc.record({
  organization: fc.constantFrom('a', 'b'),
  every: fc.constantFrom(0, 1, 5),
  restarts: fc.boolean(),
  writer: fc.constantFrom(undefined, undefined, 'w0'),
});
const run = fc.record({
  writers: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
  readers: fc.array(readerPlan, { minLength: 1, maxLength: 3 }),
  schedule: fc.array(fc.nat({ max: 1000 }), { minLength: 100, maxLength: 400 }),
});

/** What is wrong with a history. */
function violations({ logs, acknowledged, seen }: History): string[] {
  const wrong: string[] = [];
  for (const {
    mark,
    step: { organizations, events, fate },
  } of acknowledged)
    for (const organization of organizations) {
      const found = logs[organization].filter((one) => one === mark).length;
      if (found < events) wrong.push(`lost: ${mark} in ${organization}`);
      if (found > events) wrong.push(`doubled: ${mark} in ${organization} (${fate})`);
    }
  for (const { plan, marks } of seen) {
    const expected = logs[plan.organization].filter(
      (mark) => plan.writer === undefined || mark.startsWith(`${plan.writer}.`),
    );
    if (JSON.stringify(marks) !== JSON.stringify(expected))
      wrong.push(`a reader of ${plan.organization} saw another log`);
  }
  return wrong;
}

describe('the order of the log', () => {
  test('Every reader sees every event once and in order, and no acknowledged event is lost or doubled', () => {
    fc.assert(
      fc.property(run, ({ writers, readers, schedule }) => {
        expect(violations(runModel(writers, readers, schedule))).toEqual([]);
      }),
      { numRuns: sizeOf({ quick: 60, usual: 500 }) },
    );
  });

  test.each<Mistake>([
    'tombstone without condition',
    'reader that skips a gap',
    'event with a key that does not follow from its ticket',
    'new ticket without a tombstone for the old one',
    'commit without a condition on its key',
  ])('The check finds this mistake: %s', (mistake) => {
    const details = fc.check(
      fc.property(
        run,
        ({ writers, readers, schedule }) => violations(runModel(writers, readers, schedule, mistake)).length === 0,
      ),
      { numRuns: 3000, endOnFailure: true },
    );
    expect(details.failed).toBe(true);
  });
});

describe('a position in the log', () => {
  const NOW = 1_800_000_000_000;
  const event = (time: number, predecessors: number[]): LogEntry => ({
    kind: 'event',
    ticket: { time, predecessors },
  });
  const tombstone = (time: number, predecessors?: number[]): LogEntry => ({
    kind: 'tombstone',
    ticket: { time, ...(predecessors && { predecessors }) },
  });

  test('A position advances over an event when its predecessors are known', () => {
    const position = new LogPosition(NOW);
    expect(position.advance(event(NOW + 1, [NOW]), NOW)).toBeUndefined();
    expect(position.advance(event(NOW + 5, [NOW + 1, NOW]), NOW)).toBeUndefined();
    expect(position.time).toBe(NOW + 5);
  });

  test('A position stays before a ticket without an event, and names it', () => {
    const position = new LogPosition(NOW);
    expect(position.advance(event(NOW + 5, [NOW + 3, NOW + 2, NOW]), NOW)).toEqual({
      missing: [NOW + 3, NOW + 2],
      complete: true,
    });
    expect(position.time).toBe(NOW);
  });

  test('A position advances over tombstones only together with the event after them', () => {
    const position = new LogPosition(NOW);
    expect(position.advance(tombstone(NOW + 2), NOW)).toBeUndefined();
    expect(position.time).toBe(NOW);
    expect(position.advance(event(NOW + 5, [NOW + 2, NOW]), NOW)).toBeUndefined();
    expect(position.time).toBe(NOW + 5);
  });

  test('A position stays while more tickets may be missing than an event names, even if all it names are closed', () => {
    const position = new LogPosition(NOW);
    const closed = Array.from({ length: PREDECESSORS }, (_, index) => NOW + PREDECESSORS - index);
    for (const time of closed.toReversed()) position.advance(tombstone(time), NOW);
    const next = event(NOW + 100, closed);
    expect(position.advance(next, NOW + 200)).toEqual({ missing: [], complete: false });
    expect(position.advance(next, NOW + 200 + MAX_COMMIT_MS)).toBeUndefined();
  });

  test('A position advances over any number of tickets that their writers have closed', () => {
    const position = new LogPosition(NOW);
    const times = Array.from({ length: 3 * PREDECESSORS }, (_, index) => NOW + 1 + index);
    const earlierThan = (time: number) => predecessorsOf(time, times.filter((one) => one < time).toReversed());
    for (const time of times) expect(position.advance(tombstone(time, earlierThan(time)), NOW)).toBeUndefined();
    expect(position.advance(event(NOW + 500, earlierThan(NOW + 500)), NOW + 500)).toBeUndefined();
    expect(position.time).toBe(NOW + 500);
  });

  test('A ticket that is older than the longest commit no longer blocks', () => {
    const position = new LogPosition(NOW);
    expect(position.advance(event(NOW + 5, [NOW + 3]), NOW + 3 + MAX_COMMIT_MS)).toMatchObject({ missing: [NOW + 3] });
    expect(position.advance(event(NOW + 5, [NOW + 3]), NOW + 4 + MAX_COMMIT_MS)).toBeUndefined();
  });

  test('An event names at most the maximum of predecessors, and none that readers ignore', () => {
    const earlier = Array.from({ length: 50 }, (_, index) => NOW - index);
    expect(predecessorsOf(NOW + 1, earlier)).toEqual(earlier.slice(0, PREDECESSORS));
    expect(predecessorsOf(NOW, [NOW - 1, NOW - MAX_COMMIT_MS, NOW - MAX_COMMIT_MS - 1, 0])).toEqual([
      NOW - 1,
      NOW - MAX_COMMIT_MS,
    ]);
  });
});

test('An event names no ticket from before the first one of its organization', () => {
  expect(predecessorsOf(1000, [999, 1, 0])).toEqual([999, 1]);
});
