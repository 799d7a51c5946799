import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { definition, openQueues } from './support/memory-queue.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const advance = (ms: number) => vi.advanceTimersByTime(ms);

test('A message is invisible while it is in flight, reappears after its visibility timeout, and is gone after its deletion', () => {
  const { queue } = openQueues([definition('q', { visibilityTimeoutSeconds: 0.05 })]);
  queue('q').send([{ body: 'one' }]);
  const [first] = queue('q').receive({ max: 10 });
  expect(first).toMatchObject({ body: 'one', receiveCount: 1 });
  expect(queue('q').receive({ max: 10 })).toEqual([]);
  advance(80);
  const [again] = queue('q').receive({ max: 10 });
  expect(again).toMatchObject({ id: first?.id, receiveCount: 2 });
  queue('q').delete([again?.receipt ?? '']);
  advance(80);
  expect(queue('q').receive({ max: 10 })).toEqual([]);
  expect(queue('q').counts).toEqual({ ready: 0, inFlight: 0, delayed: 0 });
});

test('A purged queue shows no message again: not one that was delayed, and not one that was in flight', () => {
  const { queue } = openQueues([definition('q', { visibilityTimeoutSeconds: 0.05 })]);
  queue('q').send([{ body: 'in flight' }]);
  queue('q').receive({ max: 1 });
  queue('q').send([{ body: 'ready' }, { body: 'delayed', delaySeconds: 0.05 }]);
  queue('q').purge();
  advance(80);
  expect(queue('q').receive({ max: 10 })).toEqual([]);
  expect(queue('q').counts).toEqual({ ready: 0, inFlight: 0, delayed: 0 });
});

test('A delay holds a message back, and a visibility timeout can be extended and ended', () => {
  const { queue } = openQueues([definition('q', { visibilityTimeoutSeconds: 0.05 })]);
  queue('q').send([{ body: 'later', delaySeconds: 0.05 }]);
  expect(queue('q').counts).toMatchObject({ ready: 0, delayed: 1 });
  advance(70);
  const [message] = queue('q').receive({ max: 1 });
  const receipt = message?.receipt ?? '';
  expect(queue('q').changeVisibility(receipt, 60)).toBe(true);
  advance(80);
  expect(queue('q').counts).toMatchObject({ ready: 0, inFlight: 1 });
  expect(queue('q').changeVisibility(receipt, 0)).toBe(true);
  expect(queue('q').counts).toMatchObject({ ready: 1, inFlight: 0 });
  expect(queue('q').changeVisibility(receipt, 0)).toBe(false);
  advance(20);
  expect(queue('q').receive({ max: 10 })).toHaveLength(1);
});

test('A message that was received too often moves to the dead-letter queue', () => {
  const dead = definition('dead');
  const jobs = definition('jobs', { redrive: { deadLetterArn: dead.arn, maxReceiveCount: 2 } });
  const { queue } = openQueues([jobs, dead]);
  queue('jobs').send([{ body: 'poison' }]);
  for (let round = 0; round < 2; round++) {
    const [message] = queue('jobs').receive({ max: 1 });
    queue('jobs').changeVisibility(message?.receipt ?? '', 0);
  }
  expect(queue('jobs').receive({ max: 1 })).toEqual([]);
  expect(queue('dead').receive({ max: 1 })).toMatchObject([{ body: 'poison' }]);
});

test('After a restart, ready, delayed and dead messages remain, and those in flight are available immediately', () => {
  const dead = definition('dead');
  const jobs = definition('jobs', { redrive: { deadLetterArn: dead.arn, maxReceiveCount: 1 } });
  const { queue, database } = openQueues([jobs, dead]);
  queue('jobs').send([{ body: 'poison' }]);
  const [poison] = queue('jobs').receive({ max: 1 });
  queue('jobs').changeVisibility(poison?.receipt ?? '', 0);
  queue('jobs').receive({ max: 1 });
  queue('jobs').send([{ body: 'deleted' }]);
  queue('jobs').delete(
    queue('jobs')
      .receive({ max: 1 })
      .map(({ receipt }) => receipt ?? ''),
  );
  queue('jobs').send([{ body: 'in flight', group: 'g', attributes: { a: { DataType: 'String', StringValue: 'b' } } }]);
  queue('jobs').receive({ max: 1 });
  queue('jobs').send([{ body: 'ready' }, { body: 'delayed', delaySeconds: 60 }]);

  const found = openQueues([{ ...jobs, redrive: undefined }, dead], database);
  expect(found.queue('jobs').counts).toEqual({ ready: 2, inFlight: 0, delayed: 1 });
  expect(found.queue('jobs').receive({ max: 10 })).toMatchObject([
    { body: 'in flight', group: 'g', receiveCount: 1, attributes: { a: { StringValue: 'b' } } },
    { body: 'ready', receiveCount: 1 },
  ]);
  expect(found.queue('dead').receive({ max: 10 })).toMatchObject([{ body: 'poison' }]);
});

test('The next message is one of the group with the fewest in flight', () => {
  const { queue } = openQueues([definition('q')]);
  queue('q').send([
    ...Array.from({ length: 5 }, () => ({ body: 'noisy', group: 'noisy' })),
    { body: 'quiet', group: 'quiet' },
  ]);
  expect(
    queue('q')
      .receive({ max: 3 })
      .map(({ body }) => body),
  ).toEqual(['noisy', 'quiet', 'noisy']);
});

test('Each message without a group is a group of its own, so that no number of them in flight delays the next', () => {
  const { queue } = openQueues([definition('q')]);
  const send = (body: string, group?: string) => queue('q').send([{ body, group }]);
  for (const body of ['1', '2', '3']) send(body);
  expect(queue('q').receive({ max: 2 })).toHaveLength(2);
  send('in flight', 'g');
  send('next of g', 'g');
  expect(
    queue('q')
      .receive({ max: 3 })
      .map(({ body }) => body),
  ).toEqual(['3', 'in flight', 'next of g']);
  for (const body of ['4', 'of g']) send(body, body === '4' ? undefined : 'g');
  expect(queue('q').receive({ max: 1 })).toMatchObject([{ body: '4' }]);
});

test('An expired message is dropped', () => {
  const { queue } = openQueues([definition('q', { retentionSeconds: 0.02 })]);
  queue('q').send([{ body: 'old' }]);
  advance(40);
  expect(queue('q').receive({ max: 1 })).toEqual([]);
  expect(queue('q').counts.ready).toBe(0);
});
