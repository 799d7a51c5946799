import { expect } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { type Received, Receiver } from '#testing/receiver.ts';
import type { Json, ProtocolClient } from '../support/a2a-conformance/bindings.ts';
import { streamResponse } from '../support/a2a-conformance/protocol-objects.ts';
import { expectRefusal } from '../support/a2a-conformance/refusals.ts';
import {
  openTask,
  proveRequirements,
  type Requirement,
  taskAfter,
  textMessage,
} from '../support/a2a-conformance/requirements.ts';

const URL = 'https://receiver.example/a2a';

const make = (client: ProtocolClient, taskId: string, more: object = {}) =>
  client.value('CreateTaskPushNotificationConfig', { taskId, url: URL, ...more });

/** The states in the notifications, in the order of the steps. */
const statesOf = (requests: readonly Received[]) =>
  requests
    .map(({ body }) => streamResponse.parse(JSON.parse(body.toString())) as Json)
    .map(({ task, statusUpdate }) => (task ?? statusUpdate).status)
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
    .map(({ state }) => state);

async function withReceiver(run: (receiver: Receiver) => Promise<void>): Promise<void> {
  const receiver = await Receiver.start();
  try {
    await run(receiver);
  } finally {
    await receiver.stop();
  }
}

/** Push notification configurations, and their deliveries. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    title: 'A configuration is created for a task, with an id, and is returned as created',
    section: '3.1.7',
    prove: async ({ client }) => {
      const { id: taskId } = await openTask(client);
      const made = await make(client, taskId, { token: 'a token', authentication: { scheme: 'Bearer' } });
      expect(made).toEqual({ id: made.id, taskId, url: URL, authentication: { scheme: 'Bearer' } });
      expect(await client.value('GetTaskPushNotificationConfig', { taskId, id: made.id })).toEqual(made);
    },
  },
  {
    title: 'A configuration may be created for a task that has ended',
    section: '3.1.7',
    prove: async ({ client }) => {
      for (const script of ['complete', 'reject'] as const) {
        const { id: taskId } = await taskAfter(client, script);
        const { id } = await make(client, taskId);
        expect((await client.value('GetTaskPushNotificationConfig', { taskId, id })).url).toBe(URL);
      }
    },
  },
  {
    title: 'A configuration without an existing task or a valid receiver is rejected',
    section: '3.1.7',
    prove: async ({ client }) => {
      const { id: taskId } = await openTask(client);
      const create = (params: object) => client.call('CreateTaskPushNotificationConfig', params);
      expectRefusal(await create({ taskId: freshName('task'), url: URL }), 'TASK_NOT_FOUND');
      expectRefusal(await create({ taskId }), 'INVALID_PARAMS', ['url']);
      expectRefusal(await create({ taskId, url: 'nonsense' }), 'INVALID_PARAMS', ['url']);
    },
  },
  {
    title: 'A configuration that does not exist is TaskNotFoundError',
    section: '3.1.8',
    prove: async ({ client }) => {
      const { id: taskId } = await openTask(client);
      for (const place of [
        { taskId, id: 'nonsense' },
        { taskId: 'nonsense', id: 'nonsense' },
      ]) {
        expectRefusal(await client.call('GetTaskPushNotificationConfig', place), 'TASK_NOT_FOUND');
      }
    },
  },
  {
    title: 'The list shows all configurations of a task, and is empty without any',
    section: '3.1.9',
    prove: async ({ client, other }) => {
      const { id: taskId } = await openTask(client);
      const list = (one: ProtocolClient) => one.value('ListTaskPushNotificationConfigs', { taskId });
      expect(await list(client)).toEqual({ configs: [], nextPageToken: '' });
      const configs = [await make(client, taskId, { id: 'one' }), await make(client, taskId, { id: 'two' })];
      expect(await list(client)).toEqual({ configs, nextPageToken: '' });
      expect(await list(other)).toEqual({ configs, nextPageToken: '' });
    },
  },
  {
    title: 'A deleted configuration is gone, and deleting it again changes nothing',
    section: '3.1.10',
    prove: async ({ client }) => {
      const { id: taskId } = await openTask(client);
      const { id } = await make(client, taskId);
      for (let time = 0; time < 2; time++) await client.value('DeleteTaskPushNotificationConfig', { taskId, id });
      expectRefusal(await client.call('GetTaskPushNotificationConfig', { taskId, id }), 'TASK_NOT_FOUND');
      const nowhere = { taskId: freshName('task'), id };
      expectRefusal(await client.call('DeleteTaskPushNotificationConfig', nowhere), 'TASK_NOT_FOUND');
    },
  },
  {
    title: 'A configuration given with a message belongs to the task, and persists while the task continues',
    section: '3.2.2',
    prove: async ({ client, agent }) => {
      const configuration = { returnImmediately: true, taskPushNotificationConfig: { url: URL } };
      const { task } = await client.value('SendMessage', textMessage('stay silent', {}, configuration));
      const configs = () => client.value('ListTaskPushNotificationConfigs', { taskId: task.id });
      const made = await configs();
      expect(made.configs).toMatchObject([{ taskId: task.id, url: URL }]);
      await agent.reply(task.id, { state: 'working' });
      expect(await configs()).toEqual(made);
    },
  },
  {
    title: 'Every step is delivered as a StreamResponse, with the token and the credentials of the configuration',
    section: '4.3.3',
    prove: ({ client, agent }) =>
      withReceiver(async (receiver) => {
        const { id: taskId } = await openTask(client);
        const secrets = { token: freshName('token'), authentication: { scheme: 'Bearer', credentials: 'secret' } };
        await make(client, taskId, { url: receiver.url('/task'), ...secrets });
        await agent.reply(taskId, { state: 'working' });
        await agent.reply(taskId, { state: 'completed', artifacts: [{ parts: [{ text: 'x' }] }] });
        const requests = await receiver.until(2);
        expect(statesOf(requests)).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_COMPLETED']);
        for (const { headers, body } of requests) {
          expect(headers).toMatchObject({
            'content-type': 'application/a2a+json',
            authorization: 'Bearer secret',
            'x-a2a-notification-token': secrets.token,
          });
          const notification = JSON.parse(body.toString()) as Json;
          expect(notification.task?.id ?? notification.statusUpdate.taskId).toBe(taskId);
        }
      }),
  },
  {
    title: 'A streaming send with a configuration notifies the receiver of the same task, in the client’s own context',
    section: '3.2.2',
    prove: ({ client }) =>
      withReceiver(async (receiver) => {
        const configuration = { taskPushNotificationConfig: { url: receiver.url('/stream') } };
        const contextId = freshName('conversation');
        const events: Json[] = await Array.fromAsync(
          await client.stream('SendStreamingMessage', textMessage('complete', { contextId }, configuration)),
        );
        const [request] = await receiver.until(1);
        const notification = JSON.parse(request?.body.toString() ?? '{}') as Json;
        expect([notification.task.id, notification.task.contextId]).toEqual([events[0].task.id, contextId]);
      }),
  },
];

proveRequirements('A2A capability of push notifications', REQUIREMENTS);
