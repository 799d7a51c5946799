import { expect, test, vi } from 'vitest';
import { Aid, type TaskHandler } from '#clients/typescript/src/index.ts';
import { type FakeCall, FakeService, fakeError } from '#clients/typescript/src/testing.ts';
import { startWork } from '../support/fake-task.ts';
import {
  freezeTime,
  LEASE_MS,
  lostResponse,
  newTask,
  QUESTION,
  statesOf,
  untilLearned,
  untilTrue,
} from '../support/frozen-work.ts';

/** Both ways in which a handler asks its caller. */
const ASKING: [string, TaskHandler][] = [
  ['returns', () => QUESTION],
  ['asks', async (_task, { ask }) => `Ordered ${await ask(QUESTION.message)}.`],
];

test.for(ASKING)(
  'A handler that %s a question takes no task back from its caller, although the response is lost and the lease is over',
  async ([, handler]) => {
    const task = newTask();
    freezeTime();
    let isLost = true;
    task.onExecuted = ({ method }) => {
      if (method === 'tasks.reply' && isLost) throw lostResponse();
    };
    startWork(task.aid(), handler, { leaseMs: LEASE_MS });
    await untilTrue(() => task.state === 'input_required');
    await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
    isLost = false;
    await vi.advanceTimersByTimeAsync(2 * LEASE_MS);
    expect([task.state, statesOf(task), task.claims.length]).toEqual(['input_required', ['input_required'], 1]);
    expect(task.said).toEqual([QUESTION.message]);
  },
);

test.for(ASKING)(
  'A renewal that is executed after a handler %s a question changes nothing, and loses no task',
  async ([way, handler]) => {
    const task = newTask();
    freezeTime();
    const [arrived, executes, isRefused] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    task.onArrival = ({ body }) => {
      if (body.claim_id !== 'clm_1' || body.lease_seconds === undefined) return;
      arrived?.resolve();
      return executes?.promise;
    };
    task.onExecution = ({ body }) => {
      if (body.claim_id !== undefined && body.lease_seconds !== undefined) isRefused?.resolve();
    };
    let runs = 0;
    const late: TaskHandler = async (of, context) => {
      runs += 1;
      if (runs === 1) await arrived?.promise;
      return runs === 1 || way === 'asks' ? handler(of, context) : 'Ordered.';
    };
    startWork(task.aid(), late, { leaseMs: LEASE_MS });
    await vi.advanceTimersByTimeAsync(15_000);
    await untilTrue(() => task.state === 'input_required');
    executes?.resolve();
    await isRefused?.promise;
    await untilLearned(task);
    expect([task.state, task.claims.length]).toEqual(['input_required', 1]);
    task.replyAsCaller('Soup.');
    await untilTrue(() => task.state === 'completed');
    expect(statesOf(task)).toEqual(['input_required', 'completed']);
    expect(runs).toBe(way === 'asks' ? 1 : 2);
  },
);

test('A handler that waits for its caller gives its slot back once when the task can no longer be read', async () => {
  freezeTime();
  const created_at = new Date(0).toISOString();
  const record = (id = '', state = 'working') => ({ id, state, messages: [], created_at, updated_at: created_at });
  let submitted = ['tsk_1'];
  const service = new FakeService({
    'events.list': () => [],
    'events.streams.create': () => {
      throw fakeError(429, 'limit.exceeded', { headers: { 'retry-after': '60' } });
    },
    'tasks.list': ({ query }: FakeCall) => (query.state === 'submitted' ? submitted.map((id) => record(id)) : []),
    'tasks.claim': ({ ids: [id] }: FakeCall) => ({ claim_id: `clm_${id}` }),
    'tasks.get': ({ ids: [id] }: FakeCall) => {
      if (!submitted.includes(id ?? '')) throw fakeError(404, 'resource.not_found');
      return record(id);
    },
    'tasks.reply': ({ ids: [id], body }: FakeCall) => {
      if (id === 'tsk_1') submitted = ['tsk_2', 'tsk_3'];
      return record(id, body.state);
    },
  });
  let running = 0;
  const most: number[] = [];
  startWork(new Aid({ key: 'aid_agt_test', fetch: service.fetch, maxRetries: 0 }), async ({ id }, { ask }) => {
    if (id === 'tsk_1') return ask('Which soup?');
    running += 1;
    most.push(running);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    running -= 1;
    return 'Ordered.';
  });
  await untilTrue(() => most.length > 1);
  expect(most.slice(0, 2)).toEqual([1, 1]);
});
