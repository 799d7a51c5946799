import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pushConfigs } from '#shared/data/entities/a2a/push-config.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let api: TwoAgents['api'];
let worker: TwoAgents['worker'];
let rpc: RpcSpeaker;
let taskId: string;

beforeAll(async () => {
  const agents = await twoAgents(engine.table, { open: true });
  ({ api, worker } = agents);
  rpc = new RpcSpeaker(api, agents.caller, worker);
  await useNewTask();
});

async function useNewTask(): Promise<void> {
  taskId = (await rpc.result('SendMessage', textMessage('go'))).task.id;
  for (const id of ['one', 'two', 'three']) {
    await rpc.result('CreateTaskPushNotificationConfig', { taskId, id, url: 'https://r.example/' });
  }
}

async function page(more: object = {}): Promise<[string[], string]> {
  const { configs, nextPageToken } = await rpc.result('ListTaskPushNotificationConfigs', { taskId, ...more });
  return [configs.map(({ id }: { id: string }) => id), nextPageToken];
}

describe('ListTaskPushNotificationConfigs', () => {
  test('ListTaskPushNotificationConfigs shows at most the page size, and the others on later pages', async () => {
    const [first, token] = await page({ pageSize: 2 });
    expect([first, token]).toEqual([['one', 'two'], expect.stringMatching(/./)]);
    expect(await page({ pageSize: 2, pageToken: token })).toEqual([['three'], '']);
    expect(await page({ pageSize: 3 })).toEqual([['one', 'two', 'three'], '']);
  });

  test.each([{}, { pageSize: 0 }, { pageToken: '' }])(
    'ListTaskPushNotificationConfigs shows all configurations for %j',
    async (asked) => {
      expect(await page(asked)).toEqual([['one', 'two', 'three'], '']);
    },
  );

  test.each([
    [{ pageSize: -1 }, 'pageSize'],
    [{ pageToken: 'nonsense' }, 'pageToken'],
  ])('ListTaskPushNotificationConfigs rejects %j', async (asked, field) => {
    const refused = await rpc.refusal('ListTaskPushNotificationConfigs', { taskId, ...asked });
    expect(refused).toEqual([-32602, field]);
  });
});

describe('a configuration for a task that has ended', () => {
  beforeEach(async () => {
    await useNewTask();
    await api.call('replyToTask', { key: worker.key, params: { id: taskId }, body: { state: 'completed' } });
  });

  test('A push configuration can be made, read, listed and deleted after its task has ended', async () => {
    const made = await rpc.result('CreateTaskPushNotificationConfig', {
      taskId,
      id: 'late',
      url: 'https://r.example/',
    });
    expect(made).toEqual({ id: 'late', taskId, url: 'https://r.example/' });
    expect(await rpc.result('GetTaskPushNotificationConfig', { taskId, id: 'late' })).toEqual(made);
    expect((await page())[0]).toEqual(['one', 'two', 'three', 'late']);
    await rpc.result('DeleteTaskPushNotificationConfig', { taskId, id: 'late' });
    expect((await page())[0]).toEqual(['one', 'two', 'three']);
    expect((await rpc.result('GetTask', { id: taskId })).status.state).toBe('TASK_STATE_COMPLETED');
  });

  test('A message to a task that has ended is rejected, and the configuration that came with it is not kept', async () => {
    const push = { taskPushNotificationConfig: { url: 'https://r.example/m' } };
    expect(await rpc.refusal('SendMessage', textMessage('late', { taskId }, push))).toEqual([
      -32004,
      'UNSUPPORTED_OPERATION',
    ]);
    expect((await page())[0]).toEqual(['one', 'two', 'three']);
  });
});

describe('a configuration given with a message to a task', () => {
  beforeEach(useNewTask);

  test('A push configuration stays unchanged when its message is repeated, and can be deleted', async () => {
    const taskPushNotificationConfig = { url: 'https://r.example/m' };
    const message = textMessage('more', { taskId }, { taskPushNotificationConfig });
    const named = async () =>
      (await pushConfigs(engine.table, taskId)).filter(({ id }) => id === message.message.messageId);
    await rpc.result('SendMessage', message);
    const made = await named();
    expect(made).toHaveLength(1);
    await rpc.result('SendMessage', message);
    expect(await named()).toEqual(made);
    await rpc.result('DeleteTaskPushNotificationConfig', { taskId, id: made[0]?.id });
    await rpc.result('SendMessage', message);
    expect(await named()).toEqual([]);
  });

  test('A push configuration is not kept when its message is rejected', async () => {
    const elsewhere = textMessage('first');
    await rpc.result('SendMessage', elsewhere);
    const { messageId } = elsewhere.message;
    const push = { taskPushNotificationConfig: { url: 'https://r.example/m' } };
    const refused = await rpc.refusal('SendMessage', textMessage('again', { taskId, messageId }, push));
    expect(refused).toEqual([-32602, 'message.messageId']);
    expect((await page())[0]).toEqual(['one', 'two', 'three']);
  });
});

describe('the URL of a configuration', () => {
  test.each(['https:///x', 'https:x.example', 'https:\\\\x.example\\y', 'https://x.example/#y'])(
    'A push configuration with the URL %s is rejected, and the error names the field',
    async (url) => {
      const refused = await rpc.refusal('CreateTaskPushNotificationConfig', { taskId, id: 'bad', url });
      expect(refused).toEqual([-32602, 'url']);
      const part = { message: { ...textMessage('x').message, parts: [{ url: 'https:///x' }] } };
      expect(await rpc.refusal('SendMessage', part)).toEqual([-32602, 'message.parts.0.url']);
    },
  );

  test('A push configuration shows its URL in the normalized form', async () => {
    const url = 'HTTPS://R.example:443/a/../b?q=ü';
    const made = await rpc.result('CreateTaskPushNotificationConfig', { taskId, id: 'four', url });
    expect(made.url).toBe('https://r.example/b?q=%C3%BC');
    expect(await rpc.result('GetTaskPushNotificationConfig', { taskId, id: 'four' })).toEqual(made);
  });
});
