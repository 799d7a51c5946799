import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { type EventRecord, eventsOf } from '../support/log-reader.ts';

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

  test('Events are listed newest first, and no two events of an organization have the same time', () => {
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(times.length);
    expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort().reverse());
  });

  test.each([1, 5, 7, 24, 200])(
    'Pages of %i events cover the log by before without a gap or a repeat',
    async (size) => {
      const seen: EventRecord[] = [];
      for (;;) {
        const before: Record<string, string> = seen.length === 0 ? {} : { before: seen.at(-1)?.created_at ?? '' };
        const next = await page({ limit: String(size), ...before });
        seen.push(...next);
        if (next.length < size) break;
      }
      expect(seen).toEqual(all);
    },
  );

  test('An agent key gets full pages of its own agent’s events, to the end', async () => {
    const own = all.filter(({ identity_id }) => identity_id === agent.id);
    expect(own).toHaveLength(12);
    const first = await page({ limit: '7' }, agent.api);
    expect(first).toEqual(own.slice(0, 7));
    expect(await page({ limit: '7', before: first.at(-1)?.created_at ?? '' }, agent.api)).toEqual(own.slice(7));
  });

  test('The page before a time excludes the event of that time', async () => {
    expect(await page({ before: all.at(-1)?.created_at ?? '' })).toEqual([]);
    expect(await page({ before: '1970-01-01T00:00:00Z' })).toEqual([]);
    expect(await page({ before: '2999-01-01T00:00:00Z' })).toEqual(all);
  });

  test('A page has 50 events by default', async () => {
    expect(await page({})).toEqual(all.slice(0, 50));
  });
});
