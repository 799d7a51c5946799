import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { NOTHING, useTaskOffices } from '../support/task-office.ts';

const engine = useEngine();
const { taskOffice, api } = useTaskOffices(engine);

beforeEach(() => {
  api().now = Date.now;
});

test('The agent of a held task sees nothing of it, and gets what was approved', async () => {
  const { held, get, ok, seenThere, worker, theirs, events, agent, exists } = await taskOffice();
  const parts = [{ text: 'Please\u200b check.' }, { data: { order: 7 }, media_type: 'application/json' }];
  const { task, approval } = await held({ message: undefined, parts, metadata: { team: 'sales' } });
  expect(approval).toMatchObject({
    kind: 'task',
    subject_id: task.id,
    preview: {
      summary: `Task for ${worker.handle}: Please check.`,
      reasons: [{ code: 'always' }],
      mail: null,
      task: {
        to: { identity_id: worker.id, handle: worker.handle },
        context_id: null,
        snippet: 'Please check.',
        parts: [{ text: 'Please check.' }, { data: { order: 7 }, media_type: 'application/json' }],
        metadata: { team: 'sales' },
        push_url: null,
      },
    },
  });
  expect([await seenThere(), await exists(task.id)]).toEqual([NOTHING, false]);
  expect((await get(task.id)).body).toMatchObject({ status: 'held', state: 'auth_required', message_count: 1 });
  for (const key of [worker.key, theirs.key]) expect((await get(task.id, key)).status).toBe(404);

  expect((await ok(approval)).body).toMatchObject({ status: 'approved' });
  expect(await seenThere()).toEqual({ tasks: [task.id], events: [task.id] });
  const { body: got } = await get(task.id, worker.key);
  expect(got).toMatchObject({ state: 'submitted', context_id: task.context_id, metadata: { team: 'sales' } });
  expect(got.messages[0]?.parts[1]).toEqual({ data: { order: 7 }, media_type: 'application/json' });
  const { status: _, approval_id: __, state: ___, updated_at: ____, ...same } = task;
  expect((await get(task.id)).body).toMatchObject(same);
  expect((await events()).map(({ type, identity_id, payload }) => [type, identity_id, payload.subjectId])).toEqual([
    ['approval.requested', agent.id, task.id],
    ['approval.decided', agent.id, task.id],
  ]);
  const reply = await api().call('replyToTask', {
    key: worker.key,
    params: { id: task.id },
    body: { state: 'completed', message: 'Checked.' },
  });
  expect([reply.status, reply.body.messages.length]).toEqual([200, 2]);
});

test('A denied, an expired and a canceled task never exist, and their sender sees why', async () => {
  const { held, get, ok, deny, suspend, reinstate, seenThere } = await taskOffice();
  const denied = await held({ message: 'one' });
  await deny(denied.approval.id, { reason: 'Not today.' });
  expect((await get(denied.task.id)).body).toMatchObject({ state: 'rejected', approval_id: denied.approval.id });
  expect((await get(denied.task.id)).body.status).toBeUndefined();
  const expired = await held({ message: 'two' });
  api().now = () => Date.now() + 8 * DAY;
  expect((await ok(expired.approval)).body.error).toMatchObject({ code: 'approval.closed' });
  expect((await get(expired.task.id)).body.state).toBe('rejected');
  api().now = Date.now;
  const canceled = await held({ message: 'three' });
  await suspend();
  await reinstate();
  expect((await ok(canceled.approval)).body.error).toMatchObject({ code: 'approval.closed' });
  expect((await get(canceled.task.id)).body.state).toBe('canceled');
  expect(await seenThere()).toEqual(NOTHING);
});

test('What is approved is what was seen: another hash and edits are refused', async () => {
  const { held, approve, seenThere } = await taskOffice();
  const { id, content_hash } = (await held()).approval;
  const other = content_hash.replace(/^./, (first: string) => (first === '0' ? '1' : '0'));
  expect((await approve(id, { content_hash: other })).body.error).toMatchObject({ code: 'approval.changed' });
  expect((await approve(id, { content_hash, edits: { text: 'Other.' } })).status).toBe(400);
  expect(await seenThere()).toEqual(NOTHING);
});

test('A task to an agent that has blocked its sender, or was suspended, meanwhile fails', async () => {
  for (const change of ['block', 'suspend'] as const) {
    const made = await taskOffice();
    const { task, approval } = await made.held();
    if (change === 'block') await made.block();
    else await api().call('suspendIdentity', { key: made.theirs.key, params: { id: made.worker.id }, body: {} });
    const { body } = await made.ok(approval);
    expect([body.status, body.reason]).toEqual(['failed', expect.stringMatching(/^The agent does not exist any more/)]);
    expect([await made.exists(task.id), (await made.get(task.id)).body.state]).toEqual([false, 'rejected']);
  }
});

test('Of people who decide about the same task at once, one decision takes effect', async () => {
  const { held, ok, deny, exists, events, seenThere } = await taskOffice();
  const { task, approval } = await held();
  const [one, two, denied] = await Promise.all([ok(approval), ok(approval), deny(approval.id)]);
  expect([one.status, two.status]).toEqual(denied.status === 200 ? [409, 409] : [200, 200]);
  expect(await exists(task.id)).toBe(denied.status !== 200);
  expect((await events()).map(({ type }) => type)).toEqual(['approval.requested', 'approval.decided']);
  expect((await seenThere()).events).toHaveLength(denied.status === 200 ? 0 : 1);
});

test('An approval and a suspension at once: the task exists if it was approved, once', async () => {
  const { held, ok, suspend, read, exists } = await taskOffice();
  const { task, approval } = await held();
  const [approved] = await Promise.all([ok(approval), suspend()]);
  expect((await read(approval.id)).status).toBe(approved.status === 200 ? 'approved' : 'canceled');
  expect(await exists(task.id)).toBe(approved.status === 200);
});

test('The same task many times at once is held once, and another content is another task', async () => {
  const { send, seenThere } = await taskOffice();
  const replies = await Promise.all(Array.from({ length: 4 }, () => send()));
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  const [first] = replies;
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  for (const other of [{ message: 'Other.' }, { metadata: { team: 'sales' } }]) {
    expect((await send(other)).body.id).not.toBe(first?.body.id);
  }
  expect(await seenThere()).toEqual(NOTHING);
});

test('A message that is sent again is not held again, whatever was decided', async () => {
  const { send, ok, deny, read, seenThere, set } = await taskOffice();
  const body = { message_id: 'mine' };
  const first = await send(body);
  const approval = await read(first.body.approval_id ?? '');
  expect((await send(body)).body).toEqual(first.body);
  await deny(approval.id);
  const again = await send(body);
  expect([again.status, again.body.id, again.body.state]).toEqual([200, first.body.id, 'rejected']);
  await set({ task: 'never' });
  expect((await send(body)).body.state).toBe('rejected');
  await set({ task: 'always' });
  const second = await send({ message_id: 'second' });
  await ok(await read(second.body.approval_id ?? ''));
  const repeated = await send({ message_id: 'second' });
  expect([repeated.status, repeated.body.state]).toEqual([200, 'submitted']);
  expect((await seenThere()).tasks).toEqual([second.body.id]);
});

test('A request with the same idempotency key gets the same reply, also after the decision', async () => {
  const { send, ok, read, seenThere } = await taskOffice();
  const first = await send({}, { idempotencyKey: 'one' });
  await ok(await read(first.body.approval_id ?? ''));
  const again = await send({}, { idempotencyKey: 'one' });
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect((await seenThere()).tasks).toEqual([first.body.id]);
});

test('Tasks within the organization are not held; those of a new agent to others are', async () => {
  const { send, organization } = await taskOffice({ hold_days: 2, task: 'never' });
  const colleague = await api().agent(organization.key);
  expect((await send({ to_handle: colleague.handle })).status).toBe(201);
  expect((await send()).body.status).toBe('held');
  api().now = () => Date.now() + 3 * DAY;
  expect((await send()).status).toBe(201);
});

test('An approved task continues the context that was named, and one of strangers is refused at once', async () => {
  const { send, held, ok, get, set } = await taskOffice({ task: 'never' });
  const { body: before } = await send();
  await set({ task: 'always' });
  const { task, approval } = await held({ message: 'And this.', context_id: before.context_id });
  expect([task.context_id, approval.preview.task?.context_id]).toEqual([before.context_id, before.context_id]);
  await ok(approval);
  expect((await get(task.id)).body).toMatchObject({ state: 'submitted', context_id: before.context_id });
  expect((await send({ context_id: 'ctx_01M8D7Z4AAAAAA000000000000' })).status).toBe(404);
});
