import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '../support/fixture.ts';

const MAX_BYTES = 256 * 1024;

/** Events carry what agents said to each other, up to 256 KB each. */
describe('large events', () => {
  let organization: Organization;
  let sender: Agent;
  let receiver: Agent;

  beforeAll(async () => {
    organization = await makeOrganization();
    [sender, receiver] = [await makeAgent(organization), await makeAgent(organization)];
  });

  async function send(text: string): Promise<string> {
    const body = { to_handle: receiver.handle, parts: [{ text }] };
    return (await sender.api.ok('createTask', { body })).id;
  }

  test.each(['', 'x'])(
    'come out of a wait as they went in, wherever their bytes are cut: %j and pictures',
    async (first) => {
      const text = first + '😀'.repeat(MAX_BYTES / 4 - 1);
      const taskId = await send(text);
      const query = { type: 'a2a.task.created', aggregate_id: taskId, since: '2020-01-01T00:00:00Z', timeout_ms: 0 };
      const { event } = await receiver.api.ok('waitForEvent', { query });
      expect(event?.payload.parts).toEqual([{ text }]);
    },
  );

  test('are listed in full, more of them than a buffered answer of Lambda holds', async () => {
    const text = 'x'.repeat(MAX_BYTES);
    const ids: string[] = [];
    while (ids.length < 26) ids.unshift(await send(text));
    const { events } = await organization.api.ok('listEvents', { query: { limit: ids.length } });
    expect(events.map(({ aggregate_id }) => aggregate_id)).toEqual(ids);
    expect(events.every(({ payload }) => JSON.stringify(payload.parts) === JSON.stringify([{ text }]))).toBe(true);
  });
});
