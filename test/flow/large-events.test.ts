import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';

const MAX_BYTES = 256 * 1024;

/** Events carry the content of agents' messages, up to 256 KB each. */
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
    'A large event comes out of a wait unchanged, wherever its bytes are split: %j and pictures',
    async (first) => {
      const text = first + '😀'.repeat(MAX_BYTES / 4 - 1);
      const taskId = await send(text);
      const query = { type: 'a2a.task.created', aggregate_id: taskId, since: '2020-01-01T00:00:00Z', timeout_ms: 0 };
      const { event } = await receiver.api.ok('waitForEvent', { query });
      expect(event?.payload.parts).toEqual([{ text }]);
    },
  );

  test('Large events are listed in full, even if together they exceed a buffered response of Lambda', async () => {
    const text = 'x'.repeat(MAX_BYTES);
    const ids: string[] = [];
    while (ids.length < 26) ids.unshift(await send(text));
    const { events } = await organization.api.ok('listEvents', { query: { limit: ids.length } });
    expect(events.map(({ aggregate_id }) => aggregate_id)).toEqual(ids);
    expect(events.every(({ payload }) => JSON.stringify(payload.parts) === JSON.stringify([{ text }]))).toBe(true);
  });
});
