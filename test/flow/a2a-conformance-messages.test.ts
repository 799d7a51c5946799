import { expect } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { expectRefusal } from '../support/a2a-conformance/refusals.ts';
import {
  openTask,
  proveRequirements,
  type Requirement,
  taskAfter,
  textMessage,
} from '../support/a2a-conformance/requirements.ts';

/** Sending messages: execution modes, contexts and tasks, and rejected messages. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    title: 'Sending a message returns a task in a valid state, with the message in its history',
    section: '3.1.1',
    prove: async ({ client }) => {
      const { task } = await client.value('SendMessage', textMessage('stay silent'));
      expect(task.status.state).toBe('TASK_STATE_SUBMITTED');
      expect(task.history).toMatchObject([{ role: 'ROLE_USER', parts: [{ text: 'stay silent' }], taskId: task.id }]);
    },
  },
  {
    title: 'A blocking send returns the task in a terminal or interrupted state',
    section: '3.2.2',
    prove: async ({ client }) => {
      const states = await Promise.all(
        (['complete', 'fail', 'reject', 'ask', 'authorize'] as const).map(
          async (script) => (await taskAfter(client, script)).status.state,
        ),
      );
      const ends = ['COMPLETED', 'FAILED', 'REJECTED', 'INPUT_REQUIRED', 'AUTH_REQUIRED'];
      expect(states).toEqual(ends.map((state) => `TASK_STATE_${state}`));
    },
  },
  {
    title: 'A send with returnImmediately does not wait for the agent',
    section: '3.2.2',
    prove: async ({ client }) => {
      const { task } = await client.value('SendMessage', textMessage('stay silent', {}, { returnImmediately: true }));
      expect(task.status.state).toBe('TASK_STATE_SUBMITTED');
    },
  },
  {
    title: 'A message to a task in a terminal state is UnsupportedOperationError',
    section: '3.1.1',
    prove: async ({ client }) => {
      for (const script of ['complete', 'fail', 'reject'] as const) {
        const { id } = await taskAfter(client, script);
        expectRefusal(await client.call('SendMessage', textMessage('work', { taskId: id })), 'UNSUPPORTED_OPERATION');
      }
    },
  },
  {
    title: 'A message with an unknown task id is TaskNotFoundError: only the server creates tasks',
    section: '3.4.2',
    prove: async ({ client }) => {
      const taskId = freshName('task');
      expectRefusal(await client.call('SendMessage', textMessage('work', { taskId })), 'TASK_NOT_FOUND');
      expectRefusal(await client.open('SendStreamingMessage', textMessage('work', { taskId })), 'TASK_NOT_FOUND');
    },
  },
  {
    title: 'Each message without a task creates a task with a new id',
    section: '3.4.2',
    prove: async ({ client }) => {
      const tasks = await Promise.all([1, 2, 3].map(() => openTask(client)));
      expect(new Set(tasks.map(({ id }) => id)).size).toBe(3);
    },
  },
  {
    title: 'A generated context id is part of the response',
    section: '3.4.1',
    prove: async ({ client }) => expect((await openTask(client)).contextId).toMatch(/^\S+$/),
  },
  {
    title: 'A context id that the client made is accepted and preserved, and groups several tasks',
    section: '3.4.1',
    prove: async ({ client }) => {
      const contextId = freshName('conversation');
      const tasks = [await openTask(client, { contextId }), await openTask(client, { contextId })];
      expect(tasks.map((task) => task.contextId)).toEqual([contextId, contextId]);
      const listed = await client.value('ListTasks', { contextId });
      expect(listed.tasks.map(({ id }: { id: string }) => id)).toEqual(tasks.map(({ id }) => id).reverse());
    },
  },
  {
    title: 'A message with only a task id belongs to the context of the task',
    section: '3.4.3',
    prove: async ({ client }) => {
      const { id, contextId } = await taskAfter(client, 'ask');
      const { task } = await client.value('SendMessage', textMessage('complete', { taskId: id }, {}));
      expect([task.id, task.contextId, task.status.state]).toEqual([id, contextId, 'TASK_STATE_COMPLETED']);
    },
  },
  {
    title: 'A message with a task and the id of another context is rejected',
    section: '3.4.3',
    prove: async ({ client }) => {
      const [first, second] = [await openTask(client), await openTask(client)];
      for (const contextId of [second.contextId, freshName('conversation')]) {
        const mixed = textMessage('work', { taskId: first.id, contextId });
        expectRefusal(await client.call('SendMessage', mixed), 'INVALID_PARAMS', ['message.contextId']);
      }
    },
  },
  {
    title: 'A message continues a task that waits for input',
    section: '3.4.3',
    prove: async ({ client }) => {
      const { id, contextId } = await taskAfter(client, 'ask');
      const { task } = await client.value('SendMessage', textMessage('ask', { taskId: id, contextId }, {}));
      expect(task.status).toMatchObject({ state: 'TASK_STATE_INPUT_REQUIRED', message: { role: 'ROLE_AGENT' } });
      expect(task.history).toHaveLength(4);
    },
  },
  {
    title: 'The agent can ask for authorization in the status message of a task, and later messages continue the task',
    section: '7.6.1',
    prove: async ({ client }) => {
      const { id, status } = await taskAfter(client, 'authorize');
      expect(status.message.parts).toEqual([{ text: 'Please confirm by mail.' }]);
      const { task } = await client.value('SendMessage', textMessage('complete', { taskId: id }, {}));
      expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    },
  },
  {
    title: 'A repeated message id creates no second task',
    section: '3.3.1',
    prove: async ({ client, other }) => {
      const request = textMessage('stay silent');
      const first = (await client.value('SendMessage', request)).task;
      expect((await other.value('SendMessage', request)).task.id).toBe(first.id);
    },
  },
  {
    title: 'Every parameter is validated before a message is accepted, and the error names the invalid one',
    section: '3.3.2',
    prove: async ({ client }) => {
      const refused = async (message: object, field: string, configuration = {}) =>
        expectRefusal(await client.call('SendMessage', textMessage('work', message, configuration)), 'INVALID_PARAMS', [
          field,
        ]);
      await refused({ messageId: undefined }, 'message.messageId');
      await refused({ role: undefined }, 'message.role');
      await refused({ role: 'ROLE_AGENT' }, 'message.role');
      await refused({ parts: undefined }, 'message.parts');
      await refused({ parts: [] }, 'message.parts');
      await refused({ parts: [{}] }, 'message.parts.0');
      await refused({ parts: [{ text: 'a', url: 'https://example.com' }] }, 'message.parts.0');
      await refused({ parts: [{ url: 'no address' }] }, 'message.parts.0.url');
      await refused({ parts: [{ raw: '?' }] }, 'message.parts.0.raw');
      await refused({ parts: 'text' }, 'message.parts');
      await refused({}, 'configuration.historyLength', { historyLength: -1 });
      expectRefusal(await client.call('SendMessage', {}), 'INVALID_PARAMS', ['message']);
    },
  },
  {
    title: 'Fields that the protocol does not know are ignored',
    section: '5.7',
    prove: async ({ client }) => {
      const request = { ...textMessage('stay silent', { novelty: { a: 1 } }), novelty: [1] };
      expect((await client.value('SendMessage', request)).task.history[0]).not.toHaveProperty('novelty');
    },
  },
  {
    title: 'References to other tasks are kept with the message, whether those tasks exist or not',
    section: '3.4.3',
    prove: async ({ client }) => {
      const { id } = await openTask(client);
      const referenceTaskIds = [id, freshName('task')];
      const { history } = await openTask(client, { referenceTaskIds });
      expect(history[0].referenceTaskIds).toEqual(referenceTaskIds);
    },
  },
];

proveRequirements('A2A mandatory requirements of messages', REQUIREMENTS);
