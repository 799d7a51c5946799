import { beforeEach, describe, expect, test } from 'vitest';
import { pushConfigs } from '../../shared/data/entities/push-config.ts';
import { RpcSpeaker, saying } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let rpc: RpcSpeaker;
let taskId: string;

beforeEach(async () => {
  const { api, caller, worker } = await twoAgents(engine.table, { open: true });
  rpc = new RpcSpeaker(api, caller, worker);
  taskId = (await rpc.result('SendMessage', saying('go'))).task.id;
  for (const id of ['one', 'two', 'three']) {
    await rpc.result('CreateTaskPushNotificationConfig', { taskId, id, url: 'https://r.example/' });
  }
});

async function page(more: object = {}): Promise<[string[], string]> {
  const { configs, nextPageToken } = await rpc.result('ListTaskPushNotificationConfigs', { taskId, ...more });
  return [configs.map(({ id }: { id: string }) => id), nextPageToken];
}

describe('ListTaskPushNotificationConfigs', () => {
  test('shows no more than are asked for, and the others on the pages after', async () => {
    const [first, token] = await page({ pageSize: 2 });
    expect([first, token]).toEqual([['one', 'two'], expect.stringMatching(/./)]);
    expect(await page({ pageSize: 2, pageToken: token })).toEqual([['three'], '']);
    expect(await page({ pageSize: 3 })).toEqual([['one', 'two', 'three'], '']);
  });

  test.each([{}, { pageSize: 0 }, { pageToken: '' }])('shows all of them for %j', async (asked) => {
    expect(await page(asked)).toEqual([['one', 'two', 'three'], '']);
  });

  test.each([
    [{ pageSize: -1 }, 'pageSize'],
    [{ pageToken: 'nonsense' }, 'pageToken'],
  ])('refuses %j', async (asked, field) => {
    const refused = await rpc.refusal('ListTaskPushNotificationConfigs', { taskId, ...asked });
    expect(refused).toEqual([-32602, field]);
  });
});

describe('a configuration given with a message to a task', () => {
  test('stays the one that it is when the message is sent again, and goes when it is taken away', async () => {
    const taskPushNotificationConfig = { url: 'https://r.example/m' };
    const message = saying('more', { taskId }, { taskPushNotificationConfig });
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

  test('is not kept with a message that is refused', async () => {
    const elsewhere = saying('first');
    await rpc.result('SendMessage', elsewhere);
    const { messageId } = elsewhere.message;
    const push = { taskPushNotificationConfig: { url: 'https://r.example/m' } };
    const refused = await rpc.refusal('SendMessage', saying('again', { taskId, messageId }, push));
    expect(refused).toEqual([-32602, 'message.messageId']);
    expect((await page())[0]).toEqual(['one', 'two', 'three']);
  });
});
