import { expect, onTestFinished, test, vi } from 'vitest';
import type { TaskHandler, TaskOutcome } from '#clients/typescript/src/index.ts';
import { fakeError } from '#clients/typescript/src/testing.ts';
import { FakeTask, startWork } from '../support/fake-task.ts';

/** A new task that another worker claims before the one of the test does. `tried` resolves when that one tries. */
function takenByAnother(): { readonly task: FakeTask; readonly tried: Promise<void> } {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.state = 'submitted';
  task.isTaken = (claim) => claim === 0;
  const tried = new Promise<void>((resolve) => {
    task.onReply = () => {
      task.state = 'working';
      task.updatedAt = Date.now();
      resolve();
    };
  });
  return { task, tried };
}

/** Time passes only where the test waits, until the test ends. */
function freezeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Starts a worker in frozen time. Returns how often its handler ran. */
function startIdleWork(task: FakeTask, outcome: TaskOutcome = 'Ordered.'): () => number {
  freezeTime();
  const handler = vi.fn(() => outcome);
  startWork(task.aid(), handler, { leaseMs: 3_600_000 });
  return () => handler.mock.calls.length;
}

async function untilTrue(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await vi.advanceTimersByTimeAsync(100);
}

/** Waits until a worker has learned what the log has, and has had the time for a request because of it. */
async function untilLearned(task: FakeTask): Promise<void> {
  const before = task.readToEnd;
  await untilTrue(() => task.readToEnd > before + 2);
}

const LATE_EVENTS = [
  ['a2a.task.created', 'submitted'],
  ['a2a.task.updated', 'working'],
] as const;

test.for(LATE_EVENTS)('A late event %s takes no task away from the worker that has it', async ([type, state]) => {
  const { task, tried } = takenByAnother();
  const runs = startIdleWork(task);
  await tried;
  await untilLearned(task);
  task.log(type, state);
  await untilLearned(task);
  expect([runs(), task.executed]).toEqual([0, []]);
});

test.for(['submitted', 'working'])('A late list of tasks that were %s takes none away', async (state) => {
  const { task, tried } = takenByAnother();
  const late = Promise.withResolvers<void>();
  task.state = state;
  task.onList = (listed) => (listed === state ? late.promise : undefined);
  const runs = startIdleWork(task);
  await untilLearned(task);
  task.log('a2a.task.created', 'submitted');
  await untilLearned(task);
  await tried;
  late.resolve();
  await untilLearned(task);
  expect([runs(), task.executed]).toEqual([0, []]);
});

test('A claim of another worker stays known although the task could not be read after it', async () => {
  const { task, tried } = takenByAnother();
  let reads = 0;
  task.onGet = () => {
    reads += 1;
    if (reads === 1) throw fakeError(503, 'internal.error', { retryable: true });
  };
  const runs = startIdleWork(task);
  await tried;
  await untilTrue(() => reads > 1);
  await untilLearned(task);
  expect([runs(), task.executed]).toEqual([0, []]);
});

test('A task that another worker has since its caller replied stays with that one, although it could not be read', async () => {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.state = 'submitted';
  task.isTaken = (claim) => claim === 1;
  let isUnreadable = false;
  let hasTried = false;
  task.onReply = ({ headers }) => {
    if (headers.get('idempotency-key') === 'aid-work-tsk_1-1') isUnreadable = hasTried = true;
  };
  task.onGet = () => {
    if (!isUnreadable) return;
    isUnreadable = false;
    throw fakeError(503, 'internal.error', { retryable: true });
  };
  const runs = startIdleWork(task, { state: 'input_required', message: 'Soup or salad?' });
  await untilTrue(() => task.state === 'input_required');
  await untilLearned(task);
  task.say('caller', 'Soup.');
  task.state = 'working';
  task.updatedAt = Date.now();
  task.log('a2a.task.message', 'working');
  await untilTrue(() => hasTried && !isUnreadable);
  await untilLearned(task);
  expect([runs(), task.executed.map(({ state }) => state)]).toEqual([1, ['working', 'input_required']]);
});

test('A reply of the caller that arrives while the worker reads the task is not missed', async () => {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.state = 'submitted';
  const late = Promise.withResolvers<void>();
  let isHeld = false;
  task.onGet = () => {
    if (task.state !== 'input_required') return;
    isHeld = true;
    return late.promise;
  };
  const runs = startIdleWork(task, { state: 'input_required', message: 'Soup or salad?' });
  await untilTrue(() => isHeld);
  // From here on, only events bring news.
  task.onList = () => new Promise(() => {});
  task.say('caller', 'Soup.');
  task.state = 'working';
  task.log('a2a.task.message', 'working');
  await untilLearned(task);
  late.resolve();
  await untilTrue(() => runs() > 1);
  expect(runs()).toBe(2);
});

test('A worker keeps the lease of a task for as long as its handler runs, and gives it up when the task is canceled', async () => {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.state = 'submitted';
  task.onReply = () => {
    task.updatedAt = Date.now();
  };
  freezeTime();
  const begun: AbortSignal[] = [];
  const handler: TaskHandler = async (_task, { signal }) => {
    begun.push(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  for (const aid of [task.aid(), task.aid()]) startWork(aid, handler, { leaseMs: 30_000 });
  const end = Date.now() + 300_000;
  await untilTrue(() => Date.now() > end);
  const claims = task.executed.map(({ key }) => key);
  expect(claims.length).toBeGreaterThan(25);
  expect(claims).toEqual(claims.map((_, number) => `aid-work-tsk_1-${number}`));
  expect(begun.map(({ aborted }) => aborted)).toEqual([false]);
  task.state = 'canceled';
  task.log('a2a.task.canceled', 'canceled');
  await untilTrue(() => begun[0]?.aborted === true);
  expect(begun).toHaveLength(1);
});

const QUESTION = { state: 'input_required', message: 'Soup or salad?' };

test('A worker makes no claim once it replies, which would take the task back from the caller whom it asks', async () => {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.state = 'submitted';
  const responds = Promise.withResolvers<void>();
  let isAsked = false;
  task.onReplied = ({ body }) => {
    if (body.state !== 'input_required') return;
    isAsked = true;
    return responds.promise;
  };
  freezeTime();
  startWork(task.aid(), () => QUESTION, { leaseMs: 30_000 });
  await untilTrue(() => isAsked);
  await vi.advanceTimersByTimeAsync(25_000);
  responds.resolve();
  await untilLearned(task);
  expect(task.executed.map(({ state }) => state)).toEqual(['working', 'input_required']);
});

test('A worker replies only after a claim that is under way, which would take the task back from its caller', async () => {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.state = 'submitted';
  const arrived = Promise.withResolvers<void>();
  const executes = Promise.withResolvers<void>();
  task.onArrival = ({ headers }) => {
    if (headers.get('idempotency-key') !== 'aid-work-tsk_1-1') return;
    arrived.resolve();
    return executes.promise;
  };
  freezeTime();
  const handler = async () => {
    await arrived.promise;
    return QUESTION;
  };
  startWork(task.aid(), handler, { leaseMs: 30_000 });
  await vi.advanceTimersByTimeAsync(15_000);
  await arrived.promise;
  await untilLearned(task);
  expect(task.executed.map(({ state }) => state)).toEqual(['working']);
  executes.resolve();
  await untilTrue(() => task.state === 'input_required');
  expect(task.executed.map(({ state }) => state)).toEqual(['working', 'working', 'input_required']);
});
