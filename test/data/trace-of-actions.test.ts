import { expect, test } from 'vitest';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { taskCalls } from '../support/task-calls.ts';
import { twoAgents } from '../support/two-agents.ts';

/** The stories of what an agent does: held emails and tasks. */

const engine = useEngine();
const { office, api } = useApprovals(engine);

const trace = async (key: string, id: string) => {
  const { status, body } = await api().call('getTrace', { key, params: { id } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.steps;
};

test('The story of a held email says why it was held, who decided, and what became of it', async () => {
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
  expect(steps.map(({ kind }) => kind).sort()).toEqual(
    ['decided', 'event', 'event', 'event', 'held', 'mail', 'outcome'].sort(),
  );
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

test('Each side of a task reads its story, with the events of its own log', async () => {
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
