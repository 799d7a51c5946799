import { beforeEach, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';

const CAP = 60;

describe('the limit of active endpoints', () => {
  let organization: Organization;
  let agent: Agent;

  beforeEach(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
  });

  async function create(count: number, body: Record<string, unknown> = {}, api = organization.api) {
    const calls = Array.from({ length: count }, (_, index) =>
      api.call('createWebhook', {
        body: { url: `https://receiver.example/${index}`, event_types: ['mail.sent'], ...body },
      }),
    );
    const replies = await Promise.all(calls);
    const refused = replies.filter(({ error }) => error !== undefined);
    expect(new Set(refused.map(({ error }) => error?.code))).toEqual(
      new Set(refused.length > 0 ? ['webhook.limit_reached'] : []),
    );
    return replies.filter(({ error }) => error === undefined).map(({ body: made }) => made.id);
  }

  /** Creates that many one after another: only the last ones have to race. */
  async function fill(count: number, body: Record<string, unknown> = {}): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push(...(await create(Math.min(2, count - ids.length), body)));
    return ids;
  }

  test('The limit is 60 active endpoints per agent and 60 per organization, under concurrency too', async () => {
    const other = await makeAgent(organization);
    await fill(CAP - 10);
    await fill(CAP - 10, { identity_id: agent.id });
    expect(await create(25)).toHaveLength(10);
    const [byOrganization, byAgent] = await Promise.all([
      create(12, { identity_id: agent.id }),
      create(13, {}, agent.api),
    ]);
    expect(byOrganization.length + byAgent.length).toBe(10);
    expect(await create(1, {}, other.api)).toHaveLength(1);
    expect((await organization.api.ok('listWebhooks', { query: { limit: 200 } })).webhooks).toHaveLength(2 * CAP + 1);
  });

  test('Disabled endpoints do not count, and the limit holds when they are enabled again', async () => {
    const ids = await fill(CAP);
    expect(await create(1)).toEqual([]);
    const switchTo = (id: string, enabled: boolean) =>
      organization.api.call('updateWebhook', { params: { id }, body: { enabled } });
    const [first = '', second = ''] = ids;
    await switchTo(first, false);
    await switchTo(first, false);
    expect(await create(3)).toHaveLength(1);
    expect((await switchTo(first, true)).error?.code).toBe('webhook.limit_reached');
    await organization.api.ok('deleteWebhook', { params: { id: second } });
    const both = await Promise.all([switchTo(first, true), create(1)]);
    expect([both[0].error === undefined ? 1 : 0, both[1].length].reduce((sum, one) => sum + one)).toBe(1);
  });
});
