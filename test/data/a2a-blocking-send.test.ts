import { beforeEach, expect, test } from 'vitest';
import { peekTask } from '#shared/data/entities/a2a/task.ts';
import { firstSettledStep } from '#shared/services/a2a-protocol/follow.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { withReads } from '../support/intercepted-table.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, caller, worker } = {} as TwoAgents;
let rpc: RpcSpeaker;

beforeEach(async () => {
  ({ api, caller, worker } = await twoAgents(engine.table, { open: true }));
  rpc = new RpcSpeaker(api, caller, worker);
});

const reply = (id: string, body: object) => api.call('replyToTask', { key: worker.key, params: { id }, body });
const send = async () => (await rpc.result('SendMessage', textMessage('go'))).task;

// biome-ignore lint/suspicious/noExplicitAny: JSON
type Json = any;

test('A blocking message returns the task once it has reached a final or interrupted state', async () => {
  const asked = rpc.result('SendMessage', textMessage('wait', {}, { returnImmediately: false }));
  let id = '';
  while (id === '') id = (await rpc.result('ListTasks')).tasks[0]?.id ?? '';
  await reply(id, { state: 'working' });
  await reply(id, { state: 'auth_required', message: 'who?' });
  expect((await asked).task.status).toMatchObject({
    state: 'TASK_STATE_AUTH_REQUIRED',
    message: { role: 'ROLE_AGENT' },
  });
});

test('A blocking send returns the state of an interruption that is over before the next poll', async () => {
  // The first poll sees the task after all three steps.
  const { id } = await send();
  const seen = await peekTask(engine.table, id);
  if (seen === undefined) throw new Error('no task');
  await reply(id, { state: 'working', message: 'on it' });
  await reply(id, { state: 'input_required', message: 'which?' });
  await rpc.result('SendMessage', textMessage('this one', { taskId: id }));
  expect(await firstSettledStep(engine.table, seen, 5000)).toMatchObject({ state: 'input_required', seq: 3 });
});

test('A blocking send returns the task as the interruption left it, whatever followed', async () => {
  const request = textMessage('wait', {}, { returnImmediately: false });
  let interrupted = false;
  // Between the commit of the message and the first poll, the agent asks and another client replies.
  const table = withReads(engine.table, async ({ input }, read) => {
    if (!interrupted && input.Key?.sk === 'TASK' && input.ConsistentRead !== true) {
      interrupted = true;
      const { tasks } = await rpc.result('ListTasks');
      await reply(tasks[0].id, { state: 'input_required', message: 'which?' });
      await rpc.result('SendMessage', textMessage('this one', { taskId: tasks[0].id }));
    }
    return read();
  });
  const { services } = api;
  const slow = Object.assign(Object.create(api), { services: { ...services, table: () => table } });
  const { task } = await new RpcSpeaker(slow, caller, worker).result('SendMessage', request);
  expect(interrupted).toBe(true);
  expect(task.status).toMatchObject({
    state: 'TASK_STATE_INPUT_REQUIRED',
    message: { role: 'ROLE_AGENT', parts: [{ text: 'which?' }] },
  });
  expect(task.history.map(({ parts }: Json) => parts[0].text)).toEqual(['wait', 'which?']);
  expect((await rpc.result('GetTask', { id: task.id })).status.state).toBe('TASK_STATE_WORKING');
});

test('A blocking send ignores a stale read of the task from before the message, or without the task', async () => {
  const { id } = await send();
  await reply(id, { state: 'input_required', message: 'which?' });
  const before = await peekTask(engine.table, id);
  await rpc.result('SendMessage', textMessage('this one', { taskId: id }));
  const seen = await peekTask(engine.table, id);
  if (seen === undefined) throw new Error('no task');
  const staleReads = [undefined, before];
  let freshReads = 0;
  const lagging = withReads(engine.table, async (_, read) => {
    if (staleReads.length > 0) return { Item: staleReads.shift() as Json };
    freshReads += 1;
    return read();
  });
  let settled = false;
  const waiting = firstSettledStep(lagging, seen).then(() => {
    settled = true;
  });
  // The polls after a stale read show that it has changed nothing.
  await expect.poll(() => freshReads).toBeGreaterThan(1);
  expect(settled).toBe(false);
  await reply(id, { state: 'completed' });
  await waiting;
});
