import { randomUUID } from 'node:crypto';
import { Role, type SendMessageRequest, type StreamResponse, TaskState } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { A2AError } from '@a2a-js/sdk/errors';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';

/** The official client of the protocol against the service, over both bindings. */
const BINDINGS = { 'JSON-RPC': 'JSONRPC', 'HTTP+JSON': 'HTTP+JSON' } as const;

/** What a user of the SDK writes: a fetch that adds the key of the agent. */
function withKey(key: string): typeof fetch {
  return (url, init) => fetch(url, { ...init, headers: { ...init?.headers, authorization: `Bearer ${key}` } });
}

const addressOf = ({ id }: Agent, place = '') => `${sharedStack().baseUrl}/v1/identities/${id}/a2a/${place}`;

async function clientFor(caller: Agent, worker: Agent, transport: keyof typeof BINDINGS, place = ''): Promise<Client> {
  const fetchImpl = withKey(caller.key);
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
      preferredTransports: [BINDINGS[transport]],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    }),
  );
  return factory.createFromUrl(addressOf(worker, place));
}

function textMessage(
  text: string,
  more: { taskId?: string; contextId?: string; now?: boolean } = {},
): SendMessageRequest {
  return {
    tenant: '',
    metadata: undefined,
    message: {
      messageId: randomUUID(),
      contextId: more.contextId ?? '',
      taskId: more.taskId ?? '',
      role: Role.ROLE_USER,
      parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      historyLength: undefined,
      returnImmediately: more.now ?? true,
    },
  };
}

type Sent = Awaited<ReturnType<Client['sendMessage']>>;

function taskOf(sent: Sent) {
  if (!('status' in sent)) throw new Error('the reply is not a task');
  return sent;
}

const kindOf = ({ payload }: StreamResponse) => payload?.$case;

describe.each(['JSON-RPC', 'HTTP+JSON'] as const)('the official A2A client over %s', (transport) => {
  let caller: Agent;
  let worker: Agent;

  beforeAll(async () => {
    const [ours, theirs] = await Promise.all([makeOrganization(), makeOrganization()]);
    [caller, worker] = await Promise.all([makeAgent(ours), makeAgent(theirs)]);
    const body = { publicly_discoverable: true, filter_mode: 'blocklist' as const };
    await theirs.api.ok('putA2aSettings', { params: { id: worker.id }, body });
  });

  const reply = (id: string, body: Record<string, unknown>) => worker.api.ok('replyToTask', { params: { id }, body });

  test.each(['', 'rpc/'])('The official client finds the card below a2a/%s', async (place) => {
    const client = await clientFor(caller, worker, transport, place);
    const card = await client.getAgentCard();
    expect(card.name).toBe(worker.displayName);
    expect(card.supportedInterfaces.map((one) => [one.protocolBinding, one.protocolVersion])).toEqual([
      ['JSONRPC', '1.0'],
      ['HTTP+JSON', '1.0'],
    ]);
  });

  test('The official client sends, gets, lists and continues a task until it is completed', async () => {
    const client = await clientFor(caller, worker, transport);
    const made = taskOf(await client.sendMessage(textMessage('find invoice 4711')));
    expect(made.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);

    await reply(made.id, { state: 'input_required', message: 'of which year?' });
    const asked = await client.getTask({ tenant: '', id: made.id, historyLength: undefined });
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(asked.status?.message?.role).toBe(Role.ROLE_AGENT);
    expect(asked.status?.message?.parts[0]?.content).toEqual({ $case: 'text', value: 'of which year?' });

    const answer = textMessage('of 2026', { taskId: made.id, contextId: made.contextId });
    const going = taskOf(await client.sendMessage(answer));
    expect([going.id, going.status?.state]).toEqual([made.id, TaskState.TASK_STATE_WORKING]);
    expect(going.history.map(({ role }) => role)).toEqual([Role.ROLE_USER, Role.ROLE_AGENT, Role.ROLE_USER]);

    const artifacts = [
      { artifact_id: 'pdf', name: 'Invoice', parts: [{ raw: 'AAEC', media_type: 'application/pdf' }] },
    ];
    await reply(made.id, { state: 'completed', message: 'here', result: { total: 12.5 }, artifacts });
    const done = await client.getTask({ tenant: '', id: made.id, historyLength: 1 });
    expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(done.history).toHaveLength(1);
    expect(done.artifacts.map(({ artifactId }) => artifactId)).toEqual(['pdf', 'result']);
    expect(done.artifacts[0]?.parts[0]?.content).toEqual({ $case: 'raw', value: Buffer.from([0, 1, 2]) });
    expect(done.artifacts[1]?.parts[0]?.content).toEqual({ $case: 'data', value: { total: 12.5 } });

    const listed = await client.listTasks({
      tenant: '',
      contextId: made.contextId,
      status: TaskState.TASK_STATE_COMPLETED,
      pageSize: 10,
      pageToken: '',
      historyLength: 0,
      statusTimestampAfter: undefined,
      includeArtifacts: false,
    });
    expect(listed.tasks.map(({ id }) => id)).toEqual([made.id]);
    expect([listed.totalSize, listed.nextPageToken]).toEqual([1, '']);
  });

  test('The official client waits for the reply, unless it asks to return immediately', async () => {
    const client = await clientFor(caller, worker, transport);
    const sending = client.sendMessage(textMessage('wait for me', { now: false }));
    const [task] = await eventually(async () => {
      const { tasks } = await worker.api.ok('listTasks', { query: { state: 'submitted' } });
      expect(tasks).not.toEqual([]);
      return tasks;
    });
    await reply(task?.id ?? '', { state: 'completed', message: 'done' });
    expect(taskOf(await sending).status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  test('The official client streams the updates of a task, in order, until its end', async () => {
    const client = await clientFor(caller, worker, transport);
    const seen: StreamResponse[] = [];
    for await (const event of client.sendMessageStream(textMessage('tell me all'))) {
      seen.push(event);
      if (event.payload?.$case !== 'task') continue;
      const { id } = event.payload.value;
      await reply(id, { state: 'working', message: 'one' });
      await reply(id, { state: 'working', message: 'two', artifacts: [{ artifact_id: 'a', parts: [{ text: 'x' }] }] });
      await reply(id, { state: 'completed', message: 'three' });
    }
    expect(seen.map(kindOf)).toEqual(['task', 'statusUpdate', 'artifactUpdate', 'statusUpdate', 'statusUpdate']);
    const texts = seen.flatMap(({ payload }) =>
      payload?.$case === 'statusUpdate' ? (payload.value.status?.message?.parts[0]?.content?.value ?? '') : [],
    );
    expect(texts).toEqual(['one', 'two', 'three']);
  });

  test('The official client subscribes to an active task, and cannot subscribe to one that has ended', async () => {
    const client = await clientFor(caller, worker, transport);
    const { id } = taskOf(await client.sendMessage(textMessage('for later')));
    const stream = client.resubscribeTask({ tenant: '', id });
    // The subscription has begun once it has returned the present task.
    expect(kindOf((await stream.next()).value as StreamResponse)).toBe('task');
    const following = Array.fromAsync(stream);
    await reply(id, { state: 'working' });
    await reply(id, { state: 'failed', message: 'no' });
    const last = (await following).at(-1)?.payload;
    expect(last?.$case === 'statusUpdate' && last.value.status?.state).toBe(TaskState.TASK_STATE_FAILED);
    const again = Array.fromAsync(client.resubscribeTask({ tenant: '', id }));
    await expect(again).rejects.toMatchObject({ reason: 'UNSUPPORTED_OPERATION' });
  });

  test('The official client cancels a task, and gets TaskNotCancelableError when it cannot be canceled', async () => {
    const client = await clientFor(caller, worker, transport);
    const { id } = taskOf(await client.sendMessage(textMessage('never mind')));
    const canceled = await client.cancelTask({ tenant: '', id, metadata: undefined });
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    const refused = client.sendMessage(textMessage('or do', { taskId: id }));
    await expect(refused).rejects.toMatchObject({ reason: 'UNSUPPORTED_OPERATION' });

    const done = taskOf(await client.sendMessage(textMessage('quickly')));
    await reply(done.id, { state: 'completed' });
    const late = client.cancelTask({ tenant: '', id: done.id, metadata: undefined });
    await expect(late).rejects.toMatchObject({ reason: 'TASK_NOT_CANCELABLE' });
    const unknown = client.getTask({ tenant: '', id: 'nonsense', historyLength: undefined });
    await expect(unknown).rejects.toSatisfy((error) => error instanceof A2AError && error.reason === 'TASK_NOT_FOUND');
  });

  test('The official client keeps a conversation under its own context id', async () => {
    const client = await clientFor(caller, worker, transport);
    const contextId = `conversation ${randomUUID()}`;
    const first = taskOf(await client.sendMessage(textMessage('one', { contextId })));
    const second = taskOf(await client.sendMessage(textMessage('two', { contextId })));
    expect([first.contextId, second.contextId]).toEqual([contextId, contextId]);
    const { tasks } = await client.listTasks({
      tenant: '',
      contextId,
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      pageSize: undefined,
      historyLength: undefined,
      statusTimestampAfter: undefined,
      includeArtifacts: undefined,
    });
    expect(tasks.map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  test('The official client recognizes every error of the service by its name', async () => {
    const client = await clientFor(caller, worker, transport);
    const { id } = taskOf(await client.sendMessage(textMessage('stop')));
    await client.cancelTask({ tenant: '', id, metadata: undefined });
    const again = client.cancelTask({ tenant: '', id, metadata: undefined });
    await expect(again).rejects.toMatchObject({ reason: 'TASK_NOT_CANCELABLE' });
    const wrong = client.getTask({ tenant: '', id, historyLength: -1 });
    await expect(wrong).rejects.toMatchObject({ reason: 'INVALID_PARAMS' });
    const large = client.sendMessage(textMessage('x'.repeat(5 * 1024 * 1024)));
    await expect(large).rejects.toThrow(/at most 1 MB/);
  });

  test('The official client creates, shows and deletes push configurations', async () => {
    const client = await clientFor(caller, worker, transport);
    const { id: taskId } = taskOf(await client.sendMessage(textMessage('notify me')));
    const authentication = { scheme: 'Bearer', credentials: 'hush' };
    const url = 'http://127.0.0.1:9/unused';
    const made = await client.createTaskPushNotificationConfig({
      tenant: '',
      id: '',
      taskId,
      url,
      token: 'hush',
      authentication,
    });
    expect([made.taskId, made.url, made.token, made.authentication?.credentials]).toEqual([taskId, url, '', '']);
    const { id } = made;
    const { configs } = await client.listTaskPushNotificationConfig({ tenant: '', taskId, pageSize: 0, pageToken: '' });
    expect(configs.map((config) => config.id)).toEqual([id]);
    for (let again = 0; again < 2; again++) await client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id });
    const gone = client.getTaskPushNotificationConfig({ tenant: '', taskId, id });
    await expect(gone).rejects.toMatchObject({ reason: 'TASK_NOT_FOUND' });
  });
});
