import { beforeEach, describe, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { taskCalls } from '../support/task-calls.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;

beforeEach(async () => {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true }));
});

const { act, send, reply, read, log } = taskCalls(() => ({ api, caller, worker }));

describe('a task', () => {
  test('A task moves from submitted to completed, with events in both logs', async () => {
    const made = await send({ metadata: { team: 'x' }, message_id: 'm-1' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^tsk_/),
      context_id: expect.stringMatching(/^ctx_/),
      state: 'submitted',
      caller: { identity_id: caller.id, handle: caller.handle, display_name: caller.handle },
      worker: { identity_id: worker.id, handle: worker.handle, display_name: worker.handle },
      messages: [
        {
          id: expect.stringMatching(/^msg_/),
          message_id: 'm-1',
          role: 'caller',
          parts: [{ text: 'hello' }],
          created_at: made.body.created_at,
        },
      ],
      message_count: 1,
      artifacts: [],
      artifact_count: 0,
      result: null,
      metadata: { team: 'x' },
      created_at: expect.any(String),
      updated_at: made.body.created_at,
      completed_at: null,
    });
    const { id, context_id } = made.body;
    const asked = await reply(id, 'input_required', { message: 'which?' });
    expect(asked.body).toMatchObject({ state: 'input_required', message_count: 2, completed_at: null });
    const answered = await act('addTaskMessage', caller, id, {
      parts: [{ data: { a: 1 }, media_type: 'application/json' }],
    });
    expect(answered.status).toBe(200);
    expect(answered.body.state).toBe('working');
    const done = await reply(id, 'completed', {
      result: { ok: true },
      artifacts: [{ name: 'paper', parts: [{ url: 'https://example.com/a.pdf', filename: 'a.pdf' }] }],
    });
    expect(done.body).toMatchObject({ state: 'completed', result: { ok: true }, metadata: { team: 'x' } });
    expect(done.body.completed_at).toBe(done.body.updated_at);
    expect(done.body.artifacts).toEqual([
      {
        artifact_id: expect.any(String),
        name: 'paper',
        description: null,
        parts: [{ url: 'https://example.com/a.pdf', filename: 'a.pdf' }],
        metadata: {},
      },
    ]);
    for (const reader of [caller, worker, ours, theirs]) {
      const { status, body } = await read(id, reader);
      expect(status).toBe(200);
      expect(body).toEqual(done.body);
    }

    const agent = (one: TwoAgents['caller']) => ({ identityId: one.id, handle: one.handle, displayName: one.handle });
    const workers = (await log(theirs)).reverse();
    expect(
      workers.map(({ type, identity_id, aggregate_id, payload }) => ({ type, identity_id, aggregate_id, payload })),
    ).toEqual([
      {
        type: 'a2a.task.created',
        identity_id: worker.id,
        aggregate_id: id,
        payload: {
          taskId: id,
          contextId: context_id,
          state: 'submitted',
          callerIdentityId: caller.id,
          caller: agent(caller),
          message: 'hello',
          messageId: 'm-1',
          parts: [{ text: 'hello' }],
        },
      },
      {
        type: 'a2a.task.updated',
        identity_id: worker.id,
        aggregate_id: id,
        payload: { taskId: id, contextId: context_id, state: 'input_required', result: null },
      },
      {
        type: 'a2a.task.message',
        identity_id: worker.id,
        aggregate_id: id,
        payload: {
          taskId: id,
          contextId: context_id,
          state: 'working',
          caller: agent(caller),
          messageId: answered.body.messages[2]?.id,
          parts: [{ data: { a: 1 }, mediaType: 'application/json' }],
        },
      },
      {
        type: 'a2a.task.updated',
        identity_id: worker.id,
        aggregate_id: id,
        payload: { taskId: id, contextId: context_id, state: 'completed', result: { ok: true } },
      },
    ]);
    const callers = (await log(ours)).reverse();
    expect(callers.map(({ type, identity_id, payload }) => ({ type, identity_id, payload }))).toEqual([
      {
        type: 'a2a.sent_task.updated',
        identity_id: caller.id,
        payload: {
          taskId: id,
          contextId: context_id,
          state: 'input_required',
          result: null,
          worker: agent(worker),
          messageId: asked.body.messages[1]?.id,
          parts: [{ text: 'which?' }],
        },
      },
      {
        type: 'a2a.sent_task.updated',
        identity_id: caller.id,
        payload: {
          taskId: id,
          contextId: context_id,
          state: 'completed',
          result: { ok: true },
          worker: agent(worker),
          messageId: null,
          parts: [],
        },
      },
    ]);
  });

  test('A task is canceled by its caller, with a reason, and a second time without a change', async () => {
    const { id, context_id } = (await send()).body;
    const canceled = await act('cancelTask', caller, id, { reason: 'changed my mind' });
    expect(canceled.status).toBe(200);
    expect(canceled.body).toMatchObject({ state: 'canceled', message_count: 2 });
    expect(canceled.body.messages[1]).toMatchObject({ role: 'caller', parts: [{ text: 'changed my mind' }] });
    const again = await act('cancelTask', caller, id);
    expect([again.status, again.body]).toEqual([200, canceled.body]);
    const [event, ...more] = await log(theirs, 'a2a.task.canceled');
    expect(more).toEqual([]);
    expect(event?.payload).toEqual({
      taskId: id,
      contextId: context_id,
      state: 'canceled',
      callerIdentityId: caller.id,
      caller: { identityId: caller.id, handle: caller.handle, displayName: caller.handle },
    });
    for (const [name, who, body] of [
      ['replyToTask', worker, { state: 'working' }],
      ['addTaskMessage', caller, { message: 'x' }],
    ] as const) {
      const { status, body: refused } = await act(name, who, id, body);
      expect([status, refused.error.code]).toEqual([409, 'a2a.task_terminal']);
    }
    expect(await log(theirs)).toHaveLength(2);
    expect(await log(ours)).toHaveLength(0);
  });

  test('A task within one organization appends both events to one log', async () => {
    const colleague = await api.agent(ours.key);
    const made = await send({ to_handle: colleague.handle });
    expect(made.status).toBe(201);
    await act('replyToTask', colleague, made.body.id, { state: 'completed' });
    expect((await log(ours)).map(({ type, identity_id }) => [type, identity_id])).toEqual([
      ['a2a.sent_task.updated', caller.id],
      ['a2a.task.updated', colleague.id],
      ['a2a.task.created', colleague.id],
    ]);
  });
});
