import { expect } from 'vitest';
import { freshName, makeAgent } from '#testing/fixture.ts';
import type { Json, ProtocolClient } from '../support/a2a-conformance/bindings.ts';
import { expectRefusal } from '../support/a2a-conformance/refusals.ts';
import {
  openTask,
  proveRequirements,
  type Requirement,
  taskAfter,
  textMessage,
} from '../support/a2a-conformance/requirements.ts';
import { eventually } from '../support/eventually.ts';

const idsOf = ({ tasks }: { tasks: Json[] }) => tasks.map(({ id }) => id);

/** Tasks in a new context, in the order of their creation. */
async function tasksInContext(client: ProtocolClient, count: number): Promise<{ contextId: string; ids: string[] }> {
  const contextId = freshName('conversation');
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push((await openTask(client, { contextId })).id);
  return { contextId, ids };
}

async function everyPage(client: ProtocolClient, query: object): Promise<Json[]> {
  const pages: Json[] = [];
  for (let pageToken = ''; ; ) {
    const page = await client.value('ListTasks', { ...query, ...(pageToken !== '' && { pageToken }) });
    pages.push(page);
    pageToken = page.nextPageToken;
    if (pageToken === '') return pages;
  }
}

/** Reading, listing and cancelling tasks. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    title: 'GetTask returns the task in its current state, with its artifacts',
    section: '3.1.3',
    prove: async ({ client }) => {
      const sent = await taskAfter(client, 'complete');
      const task = await client.value('GetTask', { id: sent.id });
      expect(task).toEqual(sent);
      expect(task.artifacts).toMatchObject([{ artifactId: 'answer', parts: [{ text: 'It is 42.' }] }]);
    },
  },
  {
    title: 'A task that does not exist is TaskNotFoundError in every method',
    section: '3.3.2',
    prove: async ({ client }) => {
      for (const id of [freshName('task'), `tsk_${'0'.repeat(26)}`]) {
        expectRefusal(await client.call('GetTask', { id }), 'TASK_NOT_FOUND');
        expectRefusal(await client.call('CancelTask', { id }), 'TASK_NOT_FOUND');
        expectRefusal(await client.open('SubscribeToTask', { id }), 'TASK_NOT_FOUND');
        expectRefusal(await client.call('ListTaskPushNotificationConfigs', { taskId: id }), 'TASK_NOT_FOUND');
      }
    },
  },
  {
    title: 'A task of another client is not found, and no list shows it',
    section: '13.1',
    prove: async ({ client, callers }) => {
      const { id, contextId } = await openTask(client);
      const stranger = client.as((await makeAgent(callers)).key);
      for (const method of ['GetTask', 'CancelTask'] as const) {
        expectRefusal(await stranger.call(method, { id }), 'TASK_NOT_FOUND');
      }
      expect(await stranger.value('ListTasks')).toMatchObject({ tasks: [], totalSize: 0 });
      expect(await stranger.value('ListTasks', { contextId })).toMatchObject({ tasks: [], totalSize: 0 });
    },
  },
  {
    title: 'CancelTask returns the task as canceled',
    section: '3.1.5',
    prove: async ({ client }) => {
      for (const { id } of [await openTask(client), await taskAfter(client, 'ask')]) {
        expect((await client.value('CancelTask', { id })).status.state).toBe('TASK_STATE_CANCELED');
        expect((await client.value('GetTask', { id })).status.state).toBe('TASK_STATE_CANCELED');
      }
    },
  },
  {
    title: 'Cancelling a task in a terminal state is TaskNotCancelableError, also a second time',
    section: '3.1.5',
    prove: async ({ client }) => {
      for (const script of ['complete', 'fail', 'reject'] as const) {
        const { id } = await taskAfter(client, script);
        expectRefusal(await client.call('CancelTask', { id }), 'TASK_NOT_CANCELABLE');
      }
      const { id } = await openTask(client);
      await client.value('CancelTask', { id });
      expectRefusal(await client.call('CancelTask', { id }), 'TASK_NOT_CANCELABLE');
    },
  },
  {
    title: 'ListTasks returns the tasks of a context, most recently changed first',
    section: '3.1.4',
    prove: async ({ client, agent }) => {
      const { contextId, ids } = await tasksInContext(client, 3);
      await agent.reply(ids[0] as string, { state: 'working' });
      const listed = await client.value('ListTasks', { contextId });
      expect(idsOf(listed)).toEqual([ids[0], ids[2], ids[1]]);
      const times = listed.tasks.map(({ status }: Json) => status.timestamp);
      expect(times).toEqual([...times].sort().reverse());
      expect(listed).toMatchObject({ totalSize: 3, nextPageToken: '' });
    },
  },
  {
    title: 'ListTasks with nothing to return has an empty list, no size and no next page',
    section: '3.1.4',
    prove: async ({ client }) => {
      const empty = await client.value('ListTasks', { contextId: freshName('conversation') });
      expect(empty).toMatchObject({ tasks: [], totalSize: 0, nextPageToken: '' });
    },
  },
  {
    title: 'ListTasks filters by state, by time and by both together',
    section: '3.1.4',
    prove: async ({ client, agent }) => {
      const { contextId, ids } = await tasksInContext(client, 3);
      await agent.reply(ids[1] as string, { state: 'working' });
      const listed = async (query: object) => idsOf(await client.value('ListTasks', { contextId, ...query }));
      expect(await listed({ status: 'TASK_STATE_WORKING' })).toEqual([ids[1]]);
      expect(await listed({ status: 'TASK_STATE_COMPLETED' })).toEqual([]);
      const { timestamp } = (await client.value('GetTask', { id: ids[2] })).status;
      expect(await listed({ statusTimestampAfter: timestamp })).toEqual([ids[1], ids[2]]);
      expect(await listed({ statusTimestampAfter: timestamp, status: 'TASK_STATE_SUBMITTED' })).toEqual([ids[2]]);
      expect(await listed({ statusTimestampAfter: '2099-01-01T00:00:00Z' })).toEqual([]);
    },
  },
  {
    title: 'Pages have the requested size, each task once, and one exact total',
    section: '3.1.4',
    prove: async ({ client }) => {
      const { contextId, ids } = await tasksInContext(client, 5);
      const pages = await everyPage(client, { contextId, pageSize: 2 });
      expect(pages.map((page) => page.tasks.length)).toEqual([2, 2, 1]);
      expect(pages.flatMap(idsOf)).toEqual([...ids].reverse());
      for (const page of pages) expect([page.pageSize, page.totalSize]).toEqual([2, 5]);
    },
  },
  {
    title: 'The default page size is 50, and a size out of range is rejected',
    section: '3.1.4',
    prove: async ({ client }) => {
      expect((await client.value('ListTasks')).pageSize).toBe(50);
      expect((await client.value('ListTasks', { pageSize: 100 })).pageSize).toBe(100);
      for (const pageSize of [-1, 0, 101]) {
        expectRefusal(await client.call('ListTasks', { pageSize }), 'INVALID_PARAMS', ['pageSize']);
      }
    },
  },
  {
    title: 'An unknown page token, an unknown state, an invalid or empty time and a negative length are rejected',
    section: '3.1.4',
    prove: async ({ client }) => {
      for (const [field, value] of [
        ['pageToken', 'nonsense'],
        ['status', 'TASK_STATE_RUNNING'],
        ['statusTimestampAfter', 'yesterday'],
        ['statusTimestampAfter', ''],
        ['historyLength', -1],
      ] as const) {
        expectRefusal(await client.call('ListTasks', { [field]: value }), 'INVALID_PARAMS', [field]);
      }
    },
  },
  {
    title: 'A list has artifacts only on request, and then for every task',
    section: '3.1.4',
    prove: async ({ client }) => {
      const contextId = freshName('conversation');
      await taskAfter(client, 'complete', { contextId });
      await openTask(client, { contextId });
      for (const query of [{}, { includeArtifacts: false }]) {
        const { tasks } = await client.value('ListTasks', { contextId, ...query });
        for (const task of tasks) expect(task).not.toHaveProperty('artifacts');
      }
      const { tasks } = await client.value('ListTasks', { contextId, includeArtifacts: true });
      expect(tasks.map(({ artifacts }: Json) => artifacts.length)).toEqual([0, 1]);
    },
  },
  {
    title: 'The history has at most the requested length, the newest messages last; with 0 there is none',
    section: '3.2.4',
    prove: async ({ client }) => {
      const { id, contextId } = await taskAfter(client, 'ask');
      await client.value('SendMessage', textMessage('complete', { taskId: id }, {}));
      const texts = ({ history }: Json) => history?.map(({ parts }: Json) => parts[0].text);
      const all = ['ask', 'Which one?', 'complete', 'Done.'];
      for (const [historyLength, expected] of [
        [0, undefined],
        [1, all.slice(-1)],
        [3, all.slice(-3)],
        [4, all],
        [100, all],
      ] as const) {
        expect(texts(await client.value('GetTask', { id, historyLength }))).toEqual(expected);
        const { tasks } = await client.value('ListTasks', { contextId, historyLength });
        expect(tasks.map(texts)).toEqual([expected]);
      }
      const sent = await client.value('SendMessage', textMessage('complete', {}, { historyLength: 0 }));
      expect(sent.task).not.toHaveProperty('history');
      expectRefusal(await client.call('GetTask', { id, historyLength: -1 }), 'INVALID_PARAMS', ['historyLength']);
    },
  },
  {
    title: 'The next read of a task shows every change of its state',
    section: '4.1.3',
    prove: async ({ client, agent }) => {
      const { id } = await openTask(client);
      const state = async () => (await client.value('GetTask', { id })).status.state;
      expect(await state()).toBe('TASK_STATE_SUBMITTED');
      for (const next of ['working', 'input_required', 'auth_required', 'working', 'completed']) {
        await agent.reply(id, { state: next });
        expect(await state()).toBe(`TASK_STATE_${next.toUpperCase()}`);
      }
    },
  },
  {
    title: 'Artifacts of every kind of part are returned as the agent created them',
    section: '4.1.7',
    prove: async ({ client }) => {
      const { artifacts } = await taskAfter(client, 'send artifacts');
      expect(artifacts.map(({ parts }: Json) => parts[0])).toEqual([
        { text: 'some text' },
        { raw: 'dGNr', mediaType: 'text/plain', filename: 'output.txt' },
        { url: 'https://example.com/output.txt', mediaType: 'text/plain', filename: 'output.txt' },
        { data: { key: 'value', count: 42 } },
      ]);
    },
  },
  {
    title: 'Both bindings return the same task as the same JSON',
    section: '5.1',
    prove: async ({ client, other }) => {
      const { id, contextId } = await taskAfter(client, 'send artifacts', { contextId: freshName('conversation') });
      const read = await client.value('GetTask', { id });
      await eventually(async () => expect(await other.value('GetTask', { id })).toEqual(read));
      const query = { contextId, includeArtifacts: true, historyLength: 1 };
      expect(await other.value('ListTasks', query)).toEqual(await client.value('ListTasks', query));
    },
  },
];

proveRequirements('A2A mandatory requirements of tasks', REQUIREMENTS);
