import { expect, test } from 'vitest';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { NOTHING, useTaskOffices } from '../support/task-office.ts';

const engine = useEngine();
const { taskOffice, api } = useTaskOffices(engine);

test('A client of A2A sees a held task as one that waits for an authorization, and follows it after the approval', async () => {
  const { agent, worker, organization, seenThere, read, ok, deny, theirs } = await taskOffice();
  const rpc = new RpcSpeaker(api(), agent, worker);
  const send = async (text: string) => {
    const { task } = await rpc.result('SendMessage', textMessage(text, { metadata: { hidden: 'no' } }));
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_AUTH_REQUIRED', message: { role: 'ROLE_AGENT' } },
      metadata: { 'aid.approval': { status: 'pending' } },
    });
    const approval = await read(task.metadata['aid.approval'].approvalId);
    expect(approval.preview.task).toMatchObject({ parts: [{ text }], message: { metadata: { hidden: 'no' } } });
    return { task, approval };
  };
  const [first, second] = [await send('one'), await send('two')];
  expect(await seenThere()).toEqual(NOTHING);
  const { id } = first.task;
  expect(await rpc.result('GetTask', { id })).toMatchObject({ id, status: first.task.status });
  for (const [method, params] of [
    ['CancelTask', { id }],
    ['SendMessage', textMessage('more', { taskId: id })],
  ] as const) {
    expect(await rpc.refusal(method, params)).toEqual([-32004, 'UNSUPPORTED_OPERATION']);
  }
  const colleague = new RpcSpeaker(api(), await api().agent(organization.key), worker);
  const elsewhere = new RpcSpeaker(api(), agent, await api().agent(theirs.key));
  for (const other of [colleague, elsewhere, new RpcSpeaker(api(), worker, worker)]) {
    expect(await other.refusal('GetTask', { id })).toEqual([-32001, 'TASK_NOT_FOUND']);
  }

  await ok(first.approval);
  const sent = await rpc.result('GetTask', { id });
  expect([sent.status.state, sent.metadata, sent.contextId]).toEqual([
    'TASK_STATE_SUBMITTED',
    undefined,
    first.task.contextId,
  ]);
  await deny(second.approval.id, { reason: 'Not today.' });
  expect((await rpc.result('GetTask', { id: second.task.id })).status).toMatchObject({
    state: 'TASK_STATE_REJECTED',
    message: { parts: [{ text: expect.stringContaining('Not today.') }] },
  });
  expect((await seenThere()).tasks).toEqual([id]);
});
