import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckedApi, type CheckedReply } from '#testing/checked-api.ts';
import { freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import type { OperationName } from '#testing/operations.ts';
import { type Stack, startStack } from '#testing/stack.ts';

const MINUTE = 60_000;

/** The calendar minute of a time: rate limit windows are calendar minutes. */
const minuteOf = (time = Date.now()) => Math.floor(time / MINUTE);

const untilNextMinute = () => new Promise((resolve) => setTimeout(resolve, MINUTE - (Date.now() % MINUTE) + 50));

/**
 * Runs `work` within one calendar minute. Begins when enough of it is left, and tries again in the next one if the
 * machine was too slow.
 */
async function withinOneMinute<T>(needsMs: number, work: () => Promise<T>): Promise<T> {
  if (MINUTE - (Date.now() % MINUTE) < needsMs) await untilNextMinute();
  for (;;) {
    const began = minuteOf();
    const result = await work();
    if (minuteOf() === began) return result;
    await untilNextMinute();
  }
}

describe('the default limits', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startStack({ AID_EPHEMERAL: '1' });
  });

  afterAll(async () => {
    await stack?.stop();
  });

  /** Creating organizations uses the rate limit of the IP address, so each runs in a minute with enough of it left. */
  let organizationsMade: { minute: number; count: number } = { minute: 0, count: 0 };
  async function organizationOf(): Promise<Organization> {
    const made = await makeOrganization(stack.baseUrl);
    const minute = minuteOf();
    organizationsMade = { minute, count: organizationsMade.minute === minute ? organizationsMade.count + 1 : 1 };
    return made;
  }

  function split<N extends OperationName>(replies: CheckedReply<N>[]) {
    const limited = replies.filter(({ status }) => status === 429);
    for (const { error, headers } of limited) {
      expect(error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
      expect(headers.get('ratelimit-remaining')).toBe('0');
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    return { limited, allowed: replies.filter(({ status }) => status !== 429) };
  }

  test('An unverified organization may have three agents and no more', async () => {
    const organization = await organizationOf();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        organization.api.call('createIdentity', { body: { handle: freshName('agent') } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(replies.filter(({ error }) => error?.code === 'usage.agent_limit')).toHaveLength(5);
    expect((await organization.api.ok('listIdentities')).identities).toHaveLength(3);
  });

  test('Exactly 600 requests of an organization succeed in a minute, whatever their concurrency and their key', async () => {
    const organization = await organizationOf();
    const agent = await makeAgent(organization);
    const other = await organizationOf();
    const replies = await withinOneMinute(35_000, async () => {
      const call = (index: number) => {
        if (index % 3 === 0)
          return agent.api.call('getMe', { headers: { 'x-forwarded-for': `198.51.100.${index % 250}` } });
        // Requests that are rejected for their content count like any other.
        if (index % 3 === 1) return organization.api.call('listEvents', { query: { limit: 'wrong' } });
        return organization.api.call('getMe');
      };
      return Promise.all(Array.from({ length: 660 }, (_, index) => call(index)));
    });
    const { allowed, limited } = split(replies as CheckedReply<OperationName>[]);
    // Creating the agent and its key used two of the same minute, unless a new one has begun since.
    const before = 600 - allowed.length;
    expect([0, 2]).toContain(before);
    expect(limited).toHaveLength(60 + before);
    expect(new Set(allowed.map(({ headers }) => headers.get('ratelimit-remaining'))).size).toBe(allowed.length);
    expect(new Set(allowed.map(({ headers }) => headers.get('ratelimit-limit')))).toEqual(new Set(['600']));
    await other.api.ok('getMe');
  });

  test('Exactly 30 unauthenticated requests of an IP address succeed in a minute, whatever their headers claim', async () => {
    const anonymous = new CheckedApi(stack.baseUrl);
    const { replies, before } = await withinOneMinute(20_000, async () => {
      const spoofed = (index: number) => ({
        'x-forwarded-for': `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
        'x-real-ip': `203.0.113.${index}`,
        'x-client-ip': `203.0.113.${index}`,
        'true-client-ip': `203.0.113.${index}`,
        'cf-connecting-ip': `203.0.113.${index}`,
      });
      // Every other one is rejected for its content, and counts all the same.
      const calls = Array.from({ length: 45 }, (_, index) =>
        anonymous.call('createOrganization', {
          headers: spoofed(index),
          body: index % 2 === 0 ? { name: 'x', slug: freshName('org') } : '{',
        }),
      );
      const taken = organizationsMade.minute === minuteOf() ? organizationsMade.count : 0;
      const answers = await Promise.all(calls);
      organizationsMade = { minute: minuteOf(), count: 45 };
      return { replies: answers, before: taken };
    });
    const { allowed, limited } = split(replies);
    expect(allowed).toHaveLength(30 - before);
    expect(limited).toHaveLength(15 + before);
    expect(new Set(allowed.map(({ headers }) => headers.get('ratelimit-limit')))).toEqual(new Set(['30']));
    expect(allowed.some(({ status }) => status === 400)).toBe(true);
  });

  test('Rate limits do not apply to health, readiness and the API description', async () => {
    const anonymous = new CheckedApi(stack.baseUrl);
    for (const name of ['getHealth', 'getReady', 'getDescription'] as const) {
      const replies = await Promise.all(Array.from({ length: 40 }, () => anonymous.call(name)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(replies[0]?.headers.has('ratelimit-limit')).toBe(false);
    }
  });
});
