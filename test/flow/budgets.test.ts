import { afterAll, beforeAll, expect, test } from 'vitest';
import { CheckedApi, type CheckedReply } from '#testing/checked-api.ts';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import type { OperationName } from '#testing/operations.ts';
import { type Stack, startStack } from '#testing/stack.ts';

/** The default limits, with a stack of their own: the requests without a key are those of this file alone. */
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ AID_EPHEMERAL: '1' });
});

afterAll(async () => {
  await stack?.stop();
});

const MINUTE = 60_000;

/** Everything that was counted, and the calendar minutes in which it was: rate limit windows are calendar minutes. */
interface Counted {
  readonly replies: readonly CheckedReply<OperationName>[];
  readonly minutes: number;
}

/** Sends requests until one of them is refused: again if a new minute has begun before. */
async function untilRefused(send: () => Promise<CheckedReply<OperationName>[]>): Promise<Counted> {
  const first = Math.floor(Date.now() / MINUTE);
  const replies: CheckedReply<OperationName>[] = [];
  do replies.push(...(await send()));
  while (!replies.some(({ status }) => status === 429));
  return { replies, minutes: Math.floor(Date.now() / MINUTE) - first + 1 };
}

/**
 * Expects that the replies counted down to 0, in each minute each request once, and that every further one was refused.
 * What of the limit was used before them is what the first of them found used.
 */
function expectCounted({ replies, minutes }: Counted, limit: number, usedAtMost: number): void {
  for (const { error, headers } of replies.filter(({ status }) => status === 429)) {
    expect(error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
    expect(headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
  const allowed = replies.filter(({ status }) => status !== 429);
  expect(new Set(allowed.map(({ headers }) => headers.get('ratelimit-limit')))).toEqual(new Set([`${limit}`]));
  const times = new Map<number, number>();
  for (const { headers } of allowed) {
    const remaining = Number(headers.get('ratelimit-remaining'));
    times.set(remaining, (times.get(remaining) ?? 0) + 1);
  }
  expect([...times.keys()].sort((a, b) => a - b)).toEqual([...times.keys()].map((_, index) => index));
  expect(times.size).toBeLessThanOrEqual(limit);
  expect(times.size).toBeGreaterThanOrEqual(limit - usedAtMost);
  expect(Math.max(...times.values())).toBeLessThanOrEqual(minutes);
}

test('An unverified organization may have three agents and no more', async () => {
  const organization = await makeOrganization(stack.baseUrl);
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => organization.api.call('createIdentity', { body: { handle: freshName('agent') } })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(replies.filter(({ error }) => error?.code === 'usage.agent_limit')).toHaveLength(5);
  expect((await organization.api.ok('listIdentities')).identities).toHaveLength(3);
});

test('Exactly 600 requests of an organization succeed in a minute, whatever their concurrency and their key', async () => {
  const organization = await makeOrganization(stack.baseUrl);
  const agent = await makeAgent(organization);
  const other = await makeOrganization(stack.baseUrl);
  const counted = await untilRefused(() => {
    const call = (index: number) => {
      if (index % 3 === 0)
        return agent.api.call('getMe', { headers: { 'x-forwarded-for': `198.51.100.${index % 250}` } });
      // Requests that are rejected for their content count like any other.
      if (index % 3 === 1) return organization.api.call('listEvents', { query: { limit: 'wrong' } });
      return organization.api.call('getMe');
    };
    return Promise.all(Array.from({ length: 660 }, (_, index) => call(index)));
  });
  // Creating the agent and its key used two of the same minute, unless a new one has begun since.
  expectCounted(counted, 600, 2);
  await other.api.ok('getMe');
});

test('Exactly 30 unauthenticated requests of an IP address succeed in a minute, whatever their headers claim', async () => {
  const anonymous = new CheckedApi(stack.baseUrl);
  const counted = await untilRefused(() => {
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
    return Promise.all(calls);
  });
  // The tests before created three organizations, perhaps in this minute.
  expectCounted(counted, 30, 3);
  expect(counted.replies.some(({ status }) => status === 400)).toBe(true);
});

test('Rate limits do not apply to health, readiness and the API description', async () => {
  const anonymous = new CheckedApi(stack.baseUrl);
  for (const name of ['getHealth', 'getReady', 'getDescription'] as const) {
    const replies = await Promise.all(Array.from({ length: 40 }, () => anonymous.call(name)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(replies[0]?.headers.has('ratelimit-limit')).toBe(false);
  }
});
