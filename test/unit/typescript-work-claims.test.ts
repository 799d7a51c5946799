import { expect, test, vi } from 'vitest';
import { Aid, type TaskHandler } from '#clients/typescript/src/index.ts';
import { FakeService, fakeError } from '#clients/typescript/src/testing.ts';
import { startWork } from '../support/fake-task.ts';
import {
  freezeTime,
  LEASE_MS,
  LONG_MS,
  lostResponse,
  newTask,
  QUESTION,
  startFrozenWork,
  statesOf,
  untilLearned,
  untilTrue,
} from '../support/frozen-work.ts';

const LATE_EVENTS = [
  ['a2a.task.created', 'submitted'],
  ['a2a.task.updated', 'working'],
] as const;

test.for(LATE_EVENTS)('A late event %s takes no task away from the worker that has it', async ([type, state]) => {
  const task = newTask();
  task.onExecution = () => {
    if (task.refusals === 0) task.claimByAnother(LONG_MS);
  };
  const runs = startFrozenWork(task);
  await untilTrue(() => task.refusals > 0);
  task.log(type, state);
  await untilLearned(task);
  expect([runs(), task.executed, task.claims]).toEqual([0, [], []]);
});

test.for(['submitted', 'working'])('A late list of tasks that were %s takes none away', async (state) => {
  const task = newTask();
  const late = Promise.withResolvers<void>();
  task.state = state;
  task.onList = (listed) => (listed === state ? late.promise : undefined);
  const runs = startFrozenWork(task);
  await untilLearned(task);
  task.claimByAnother(LONG_MS);
  late.resolve();
  await untilTrue(() => task.refusals > 0);
  await untilLearned(task);
  expect([runs(), task.executed, task.claims]).toEqual([0, [], []]);
});

test('A worker tries a task that another one has when that claim ends, and not before, whatever it hears of it', async () => {
  const task = newTask();
  freezeTime();
  task.claimByAnother(20_000);
  const handler = vi.fn(() => 'Ordered.');
  const began = Date.now();
  startWork(task.aid(), handler, { leaseMs: LEASE_MS });
  await untilTrue(() => task.refusals > 0);
  for (const [type, state] of LATE_EVENTS) task.log(type, state);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([task.refusals, handler.mock.calls.length]).toEqual([1, 0]);
  await untilTrue(() => task.state === 'completed');
  expect(Date.now() - began).toBeGreaterThanOrEqual(20_000);
  expect([handler.mock.calls.length, task.refusals]).toEqual([1, 1]);
});

test('A task that waits for its caller is claimed when the caller has replied, also while a claim is refused', async () => {
  const task = newTask();
  const late = Promise.withResolvers<void>();
  const runs = startFrozenWork(task, QUESTION);
  let isHeld = false;
  task.onArrival = ({ method }) => {
    if (method !== 'tasks.claim' || task.state !== 'input_required') return;
    isHeld = true;
    task.onArrival = () => {};
    // The claim is refused before the caller replies, and the worker hears of the reply first.
    task.onExecution = () => {
      task.onExecution = () => {};
      if (task.state === 'working') throw fakeError(409, 'a2a.task_waiting');
    };
    return late.promise;
  };
  await untilTrue(() => isHeld);
  // From here on, only events bring news.
  task.onList = () => new Promise(() => {});
  task.replyAsCaller('Soup.');
  await untilLearned(task);
  late.resolve();
  await untilTrue(() => runs() > 1);
  expect(runs()).toBe(2);
});

test('A worker keeps the claim of a task for as long as its handler runs, and gives it up when the task is canceled', async () => {
  const task = newTask();
  freezeTime();
  const begun: AbortSignal[] = [];
  const handler: TaskHandler = async (_task, { signal }) => {
    begun.push(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  for (const aid of [task.aid(), task.aid()]) startWork(aid, handler, { leaseMs: LEASE_MS });
  await untilTrue(() => begun.length > 0);
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(task.isHeld).toBe(true);
  }
  expect(new Set(task.claims.map(({ id }) => id))).toEqual(new Set(['clm_1']));
  expect(begun.map(({ aborted }) => aborted)).toEqual([false]);
  task.state = 'canceled';
  task.log('a2a.task.canceled', 'canceled');
  await untilTrue(() => begun[0]?.aborted === true);
  expect(begun).toHaveLength(1);
});

test('A claim with a lost response is repeated under its key, and is the claim of this worker', async () => {
  const task = newTask();
  let lost = 0;
  task.onExecuted = ({ method }) => {
    if (method !== 'tasks.claim' || lost > 1) return;
    lost += 1;
    throw lostResponse();
  };
  const runs = startFrozenWork(task);
  await untilTrue(() => task.state === 'completed');
  expect([lost, runs(), task.refusals, task.claims.length]).toEqual([2, 1, 0, 1]);
});

test('A claim with a lost response is repeated within its lease, although lists say that a worker has the task', async () => {
  const task = newTask();
  const claimed = Promise.withResolvers<void>();
  const listed = Promise.withResolvers<void>();
  // The list of tasks in the state `working` is read after the claim, and arrives before the client gives the claim up.
  task.onList = (state) => (state === 'submitted' ? claimed.promise : listed.resolve());
  let lost = 0;
  task.onExecuted = async ({ method }) => {
    // More than the client's own attempts.
    if (method !== 'tasks.claim' || lost > 2) return;
    lost += 1;
    task.updatedAt = Date.now();
    claimed.resolve();
    await listed.promise;
    throw lostResponse();
  };
  const runs = startFrozenWork(task);
  task.log('a2a.task.created', 'submitted');
  const began = Date.now();
  await untilTrue(() => task.state === 'completed');
  expect([lost, runs(), task.refusals]).toEqual([3, 1, 0]);
  expect(Date.now() - began).toBeLessThan(LEASE_MS);
});

test.for([true, false])(
  'A claim that is heard of after its end counts only if no one else has the task: %s',
  async (isFree) => {
    const task = newTask();
    const arrives = Promise.withResolvers<void>();
    task.onExecuted = () => {
      task.onExecuted = () => {};
      return arrives.promise;
    };
    const runs = startFrozenWork(task);
    await untilTrue(() => task.claims.length > 0);
    await vi.advanceTimersByTimeAsync(LEASE_MS + 5_000);
    if (!isFree) task.claimByAnother(LONG_MS);
    arrives.resolve();
    await untilTrue(() => (isFree ? task.state === 'completed' : task.refusals > 0));
    await untilLearned(task);
    expect([runs(), statesOf(task)]).toEqual(isFree ? [1, ['completed']] : [0, []]);
  },
);

test('The handler of a worker with a refused renewal sees its signal abort, and its outcome is dropped', async () => {
  const task = newTask();
  freezeTime();
  const aborted = vi.fn();
  const handler: TaskHandler = async (_task, { signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    aborted();
    return 'Too late.';
  };
  startWork(task.aid(), handler, { leaseMs: LEASE_MS });
  await untilTrue(() => task.claims.length > 0);
  task.claimByAnother(LONG_MS);
  await untilTrue(() => aborted.mock.calls.length > 0);
  await untilLearned(task);
  expect([task.said, task.executed]).toEqual([[], []]);
});

test('A service that does not know claims ends the loop with an error that says so', async () => {
  const task = newTask();
  task.onExecution = () => {
    throw fakeError(404, 'route.not_found');
  };
  const working = task.aid().tasks.work(() => 'Ordered.');
  await expect(working).rejects.toMatchObject({
    code: 'route.not_found',
    message: expect.stringContaining('needs a newer service'),
  });
  expect(task.state).toBe('submitted');
});

test.for([9_999, 900_001, 0, Number.NaN])('A lease of %d ms is refused before the first request', async (leaseMs) => {
  const service = new FakeService();
  const aid = new Aid({ key: 'aid_agt_test', fetch: service.fetch });
  const working = aid.tasks.work(() => 'Ordered.', { leaseMs });
  await expect(working).rejects.toMatchObject({
    code: 'validation.failed',
    message: expect.stringMatching(/^leaseMs: /),
  });
  expect(service.calls).toEqual([]);
});
