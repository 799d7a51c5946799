import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '../support/fixture.ts';
import { type EventRecord, eventsOf } from '../support/log-reader.ts';
import { sendMail } from '../support/mailer.ts';

describe('GET /v1/events', () => {
  let organization: Organization;
  let agent: Agent;
  let all: EventRecord[];

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
    const other = await makeAgent(organization);
    const to = [agent.address, other.address];
    await Promise.all(Array.from({ length: 12 }, (_, index) => sendMail({ to, subject: `event ${index}`, text: 'x' })));
    all = await eventsOf(organization, 24);
  });

  async function page(query: Record<string, string>, api = organization.api): Promise<EventRecord[]> {
    return (await api.ok('listEvents', { query })).events;
  }

  test('is newest first, and no two events of an organization share a time', () => {
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(times.length);
    expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort().reverse());
  });

  test.each([1, 5, 7, 24, 200])('pages backwards by before in pages of %i without a gap or a repeat', async (size) => {
    const seen: EventRecord[] = [];
    for (;;) {
      const before: Record<string, string> = seen.length === 0 ? {} : { before: seen.at(-1)?.created_at ?? '' };
      const next = await page({ limit: String(size), ...before });
      seen.push(...next);
      if (next.length < size) break;
    }
    expect(seen).toEqual(all);
  });

  test('pages an agent key through its own agent’s events, full pages to the end', async () => {
    const own = all.filter(({ identity_id }) => identity_id === agent.id);
    expect(own).toHaveLength(12);
    const first = await page({ limit: '7' }, agent.api);
    expect(first).toEqual(own.slice(0, 7));
    expect(await page({ limit: '7', before: first.at(-1)?.created_at ?? '' }, agent.api)).toEqual(own.slice(7));
  });

  test('excludes the time it is asked to go back from', async () => {
    expect(await page({ before: all.at(-1)?.created_at ?? '' })).toEqual([]);
    expect(await page({ before: '1970-01-01T00:00:00Z' })).toEqual([]);
    expect(await page({ before: '2999-01-01T00:00:00Z' })).toEqual(all);
  });

  test('gives 50 when nobody says how many', async () => {
    expect(await page({})).toEqual(all.slice(0, 50));
  });
});
