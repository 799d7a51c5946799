import { beforeEach, describe, expect, test } from 'vitest';
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
