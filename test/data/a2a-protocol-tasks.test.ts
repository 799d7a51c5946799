import { beforeAll, describe, expect, test } from 'vitest';
import { findTask, type Task } from '#shared/data/entities/a2a/task.ts';
import { findIdentityById, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Call } from '#shared/services/a2a-protocol/call.ts';
import { taskObject } from '#shared/services/a2a-protocol/task-object.ts';
import { taskToFollow } from '#shared/services/a2a-protocol/tasks.ts';
import { READ_BYTES, viewTask } from '#shared/services/tasks/task-view.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { withReads } from '../support/intercepted-table.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, caller, worker } = {} as TwoAgents;
let rpc: RpcSpeaker;

beforeAll(useNewAgents);

async function useNewAgents(): Promise<void> {
  ({ api, ours, caller, worker } = await twoAgents(engine.table, { open: true }));
  rpc = new RpcSpeaker(api, caller, worker);
}

const reply = (id: string, body: object) => api.call('replyToTask', { key: worker.key, params: { id }, body });

async function send(text = 'hello', more = {}, configuration = {}) {
  return (await rpc.result('SendMessage', textMessage(text, more, configuration))).task;
}

describe('a task', () => {
  test('A task is not found by agents other than its caller and its worker', async () => {
    const { id } = await send();
    const other = await api.agent(ours.key);
    for (const speaker of [
      new RpcSpeaker(api, other, worker),
      new RpcSpeaker(api, worker, worker),
      new RpcSpeaker(api, caller, other),
    ]) {
      for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
        expect(await speaker.refusal(method, { id })).toEqual([-32001, 'TASK_NOT_FOUND']);
      }
      expect(await speaker.refusal('SendMessage', textMessage('x', { taskId: id }))).toEqual([
        -32001,
        'TASK_NOT_FOUND',
      ]);
      expect((await speaker.result('ListTasks')).tasks).toEqual([]);
    }
    for (const nonsense of ['x', `tsk_${'0'.repeat(26)}`, '../..']) {
      expect(await rpc.refusal('GetTask', { id: nonsense })).toEqual([-32001, 'TASK_NOT_FOUND']);
    }
  });

  test('A task that has ended accepts no message, no subscription and no second end', async () => {
    const { id } = await send();
    await reply(id, { state: 'completed' });
    expect(await rpc.refusal('SendMessage', textMessage('x', { taskId: id }))).toEqual([
      -32004,
      'UNSUPPORTED_OPERATION',
    ]);
    expect(await rpc.refusal('SubscribeToTask', { id })).toEqual([-32004, 'UNSUPPORTED_OPERATION']);
    expect(await rpc.refusal('CancelTask', { id })).toEqual([-32002, 'TASK_NOT_CANCELABLE']);
  });

  test('A second cancel is TaskNotCancelable over the protocol, and 200 over REST', async () => {
    const { id } = await send();
    expect((await rpc.result('CancelTask', { id })).status.state).toBe('TASK_STATE_CANCELED');
    expect(await rpc.refusal('CancelTask', { id })).toEqual([-32002, 'TASK_NOT_CANCELABLE']);
    const again = await api.call('cancelTask', { key: caller.key, params: { id }, body: {} });
    expect([again.status, again.body.state]).toEqual([200, 'canceled']);
  });

  test('Of many cancels at once, one cancels the task and the others are TaskNotCancelable', async () => {
    const { id } = await send();
    const replies = await Promise.all(Array.from({ length: 6 }, () => rpc.call('CancelTask', { id })));
    const codes = replies.map(({ body }) => body.error?.code ?? body.result.status.state);
    expect(codes.sort()).toEqual([...Array(5).fill(-32002), 'TASK_STATE_CANCELED']);
  });

  test('A subscription to a task that ends meanwhile is rejected, and no stream waits forever', async () => {
    const { id } = await send();
    let reads = 0;
    const table = withReads(engine.table, async (_, read) => {
      const answer = await read();
      reads += 1;
      if (reads === 1) await reply(id, { state: 'completed' });
      return answer;
    });
    const asking = (await findIdentityById(engine.table, caller.id)) as Identity;
    const following = taskToFollow({ table, caller: asking, targetId: worker.id } as Call, id);
    await expect(following).rejects.toMatchObject({ reason: 'UNSUPPORTED_OPERATION' });
  });

  test('A task is shown as of one moment, even if it changes while it is read', async () => {
    const { id } = await send('one');
    await reply(id, { state: 'input_required', message: 'two' });
    const then = (await findTask(engine.table, id)) as Task;
    await rpc.result('SendMessage', textMessage('three', { taskId: id }));
    for (const limit of [undefined, 1]) {
      const view = await viewTask(engine.table, then, { bytes: READ_BYTES, limit });
      expect(taskObject(view, { artifacts: true }).status).toMatchObject({
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: { parts: [{ text: 'two' }] },
      });
      expect(view.messages.map(({ parts }) => parts)).not.toContainEqual([{ text: 'three' }]);
    }
  });

  test('A task shows as much history as requested, and always the message of its status', async () => {
    const { id } = await send('one');
    await reply(id, { state: 'working', message: 'two' });
    await reply(id, { state: 'input_required', message: 'three' });
    const texts = async (historyLength?: unknown) => {
      const { history, status } = await rpc.result('GetTask', { id, historyLength });
      expect(status).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED', message: { parts: [{ text: 'three' }] } });
      // biome-ignore lint/suspicious/noExplicitAny: JSON
      return history?.map((message: any) => message.parts[0].text);
    };
    expect(await texts()).toEqual(['one', 'two', 'three']);
    expect(await texts(0)).toBeUndefined();
    expect(await texts(2)).toEqual(['two', 'three']);
    expect(await texts('1')).toEqual(['three']);
    expect(await texts(99)).toHaveLength(3);
  });

  test('A task shows a result without an artifact as an artifact', async () => {
    const { id } = await send();
    await reply(id, { state: 'working', result: 'half' });
    const artifacts = async () => (await rpc.result('GetTask', { id })).artifacts;
    expect(await artifacts()).toEqual([{ artifactId: 'result', name: 'Result', parts: [{ text: 'half' }] }]);
    await reply(id, {
      state: 'completed',
      result: [1],
      artifacts: [{ artifact_id: 'result', parts: [{ text: 'own' }] }],
    });
    expect(await artifacts()).toEqual([{ artifactId: 'result', parts: [{ text: 'own' }] }]);
  });
});

describe('ListTasks', () => {
  test('ListTasks sorts by the last update, filters, counts and pages', async () => {
    await useNewAgents();
    const made: string[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e']) made.push((await send(text)).id);
    await reply(made[1] as string, { state: 'working', artifacts: [{ artifact_id: 'x', parts: [{ text: 'y' }] }] });
    await reply(made[3] as string, { state: 'completed' });
    const order = [3, 1, 4, 2, 0].map((index) => made[index]);

    const pages = [];
    for (let pageToken = ''; ; ) {
      const page = await rpc.result('ListTasks', { pageSize: 2, pageToken });
      expect([page.pageSize, page.totalSize]).toEqual([2, 5]);
      pages.push(...page.tasks);
      pageToken = page.nextPageToken;
      if (pageToken === '') break;
    }
    expect(pages.map(({ id }) => id)).toEqual(order);
    for (const task of pages) expect(task).not.toHaveProperty('artifacts');

    const ids = async (params: object) => {
      const { tasks, totalSize } = await rpc.result('ListTasks', params);
      expect(totalSize).toBe(tasks.length);
      return tasks.map(({ id }: { id: string }) => id);
    };
    expect(await ids({ status: 'TASK_STATE_WORKING' })).toEqual([made[1]]);
    expect(await ids({ status: 2 })).toEqual([made[1]]);
    expect(await ids({ status: 'TASK_STATE_UNSPECIFIED' })).toEqual(order);
    expect(await ids({ contextId: pages[2].contextId })).toEqual([made[4]]);
    expect(await ids({ statusTimestampAfter: pages[1].status.timestamp })).toEqual([made[3], made[1]]);
    const { tasks } = await rpc.result('ListTasks', { includeArtifacts: true, historyLength: 0 });
    expect(tasks.map(({ artifacts }: { artifacts: unknown[] }) => artifacts.length)).toEqual([0, 1, 0, 0, 0]);
    for (const task of tasks) expect(task).not.toHaveProperty('history');
  });

  test.each([
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: 101 }, 'pageSize'],
    [{ pageSize: 1.5 }, 'pageSize'],
    [{ historyLength: -5 }, 'historyLength'],
    [{ status: 'TASK_STATE_RUNNING' }, 'status'],
    [{ status: 'working' }, 'status'],
    [{ pageToken: 'nonsense' }, 'pageToken'],
    [{ statusTimestampAfter: 'yesterday' }, 'statusTimestampAfter'],
    [{ statusTimestampAfter: '' }, 'statusTimestampAfter'],
    [{ pageSize: '' }, 'pageSize'],
    [{ status: '' }, 'status'],
    [{ includeArtifacts: 'yes' }, 'includeArtifacts'],
  ])('ListTasks rejects %j', async (params, field) => {
    expect(await rpc.refusal('ListTasks', params)).toEqual([-32602, field]);
  });
});
