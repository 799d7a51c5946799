import { expect, test } from 'vitest';
import { pushConfigs } from '#shared/data/entities/a2a/push-config.ts';
import { newPushDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { createDeliveries } from '#shared/services/deliveries/start-deliveries.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { outboxOf } from '../support/outbox.ts';
import { taskCalls } from '../support/task-calls.ts';
import { twoAgents } from '../support/two-agents.ts';

/** The traces of what an agent does: held emails and tasks. */

const engine = useEngine();
const { office, api } = useApprovals(engine);

const trace = async (key: string, id: string) => {
  const { status, body } = await api().call('getTrace', { key, params: { id } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.steps;
};

test('The trace of a held email says why it was held, who decided, and what became of it', async () => {
  const made = await office({ mail: 'always' });
  const { messageId = '', approval } = await made.held();
  const pending = await trace(made.organization.key, String(approval.id));
  expect(pending.map(({ kind }) => kind)).toEqual(['mail', 'held', 'event']);
  expect(pending[1]).toMatchObject({
    id: approval.id,
    status: 'pending',
    summary: expect.stringMatching(/^Held for a person: always/),
  });
  await made.approve(String(approval.id), { content_hash: approval.content_hash });
  await made.deliver(messageId);
  const steps = await trace(made.organization.key, messageId);
  const kinds = steps.map(({ kind }) => kind);
  expect(kinds.slice(0, 5)).toEqual(['mail', 'held', 'event', 'decided', 'event']);
  // The outcome and its event may have one millisecond.
  expect(kinds.slice(5).sort()).toEqual(['event', 'outcome']);
  expect(steps.find(({ kind }) => kind === 'decided')).toMatchObject({ status: 'approved', summary: 'Approved' });
  expect(steps.find(({ kind }) => kind === 'outcome')).toMatchObject({ id: messageId, status: 'sent' });
  expect(await trace(made.agent.key, String(approval.id))).toEqual(steps);
});

test('An approval that no one has decided about in time has ended with its time', async () => {
  const made = await office({ mail: 'always', ttl_seconds: 300 });
  const { messageId = '', approval } = await made.held();
  api().now = () => Date.now() + 301_000;
  const decided = (await trace(made.organization.key, messageId)).find(({ kind }) => kind === 'decided');
  expect(decided).toMatchObject({ at: approval.expires_at, status: 'expired' });
});

test('Each side of a task reads its trace, with the events of its own log', async () => {
  const { api: calls, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true });
  const { send, reply } = taskCalls(() => ({ api: calls, caller, worker }));
  const { id } = (await send({})).body;
  await reply(id, 'input_required', { message: 'which?' });
  await reply(id, 'completed', { message: 'done', result: { ok: true } });
  const read = async (key: string) => {
    const { status, body } = await calls.call('getTrace', { key, params: { id } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.steps;
  };
  for (const key of [ours.key, caller.key]) {
    const steps = await read(key);
    expect(steps.filter(({ kind }) => kind !== 'event').map(({ kind, status }) => [kind, status])).toEqual([
      ['task', 'submitted'],
      ['task_step', 'input_required'],
      ['outcome', 'completed'],
    ]);
    const types = steps.filter(({ kind }) => kind === 'event').map(({ summary }) => summary);
    expect(types).toEqual(['a2a.sent_task.updated', 'a2a.sent_task.updated']);
  }
  for (const key of [theirs.key, worker.key]) {
    const types = (await read(key)).filter(({ kind }) => kind === 'event').map(({ summary }) => summary);
    expect(types).toEqual(['a2a.task.created', 'a2a.task.updated', 'a2a.task.updated']);
  }
  const stranger = await calls.organization();
  expect((await calls.call('getTrace', { key: stranger.key, params: { id } })).status).toBe(404);
});

test('The push notifications of a task are in the trace of its caller, by the id of the task and by their own', async () => {
  const { api: calls, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true });
  const { reply } = taskCalls(() => ({ api: calls, caller, worker }));
  const rpc = new RpcSpeaker(calls, caller, worker);
  const { id: taskId } = (await rpc.result('SendMessage', textMessage('go'))).task;
  await rpc.result('CreateTaskPushNotificationConfig', { taskId, id: 'one', url: 'https://r.example/push' });
  await reply(taskId, 'completed', { message: 'done' });
  // As the relay does with the entry of the step.
  const pushed = (await outboxOf(engine.table, ours.id)).find(({ kind }) => kind === 'task_push');
  const [config] = await pushConfigs(engine.table, taskId);
  if (pushed?.kind !== 'task_push' || config === undefined) throw new Error('no push notification');
  const owner = { organizationId: ours.id, identityId: caller.id };
  const made = newPushDelivery({ ...config, ...owner }, pushed.seq, pushed.base + config.slot);
  await createDeliveries(engine.table, [made]);
  for (const key of [ours.key, caller.key]) {
    for (const id of [taskId, made.id]) {
      const { body } = await calls.call('getTrace', { key, params: { id } });
      const found = body.steps.filter(({ kind }) => kind === 'push');
      expect(found.map(({ id: one, summary }) => [one, summary])).toEqual([
        [made.id, 'a2a.push_notification to https://r.example/push'],
      ]);
      expect(body.steps.map(({ kind }) => kind)).toContain('task');
    }
  }
  const { body } = await calls.call('getTrace', { key: theirs.key, params: { id: taskId } });
  expect(body.steps.map(({ kind }) => kind)).not.toContain('push');
});
