import { beforeEach, describe, expect, test } from 'vitest';
import { incrementRecipients, recipientsToday } from '#shared/data/entities/organization/usage.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { DAY, nextMidnight, timestamp } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
let organization: { id: string; key: string };
const NOON = Date.parse('2026-11-21T12:00:00.000Z');

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  organization = await api.organization();
});

const LIMITED = { ownerVerified: false, limits: DEFAULT_LIMITS };

const send = (recipients: number, now = NOON) =>
  commit(
    engine.table,
    { build: (tx) => tx.put(incrementRecipients(organization.id, recipients, LIMITED, now)) },
    { now: () => now },
  );

describe('the daily count of recipients', () => {
  test('The daily count of recipients is exact under concurrency: never above the limit', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => send(1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await recipientsToday(engine.table, organization.id, NOON)).toBe(10);
  });

  test('An email with more recipients than the daily limit leaves is rejected as a whole, with the time until the reset', async () => {
    await send(8);
    await expect(send(3)).rejects.toMatchObject({ code: 'usage.email_limit', retryAfterSeconds: 12 * 3600 });
    await send(2);
    await expect(send(11, NOON + DAY)).rejects.toMatchObject({ code: 'usage.email_limit' });
  });

  test('The daily count of recipients resets at 00:00 UTC', async () => {
    await send(10);
    await send(10, nextMidnight(NOON));
    expect(timestamp(nextMidnight(NOON))).toBe('2026-11-22T00:00:00.000Z');
    expect(nextMidnight(nextMidnight(NOON))).toBe(nextMidnight(NOON) + DAY);
  });
});

describe('the usage report', () => {
  test('The usage report shows usage and limits to any key of the organization', async () => {
    api.now = () => NOON;
    await send(4);
    const agent = await api.agent(organization.key);
    for (const key of [organization.key, agent.key]) {
      const { body } = await api.call('getUsage', { key });
      expect(body).toEqual({
        email_sent_today: 4,
        email_daily_limit: 10,
        email_resets_at: '2026-11-22T00:00:00.000Z',
        owner_verified: false,
        agent_count: 1,
        agent_limit: 3,
        stored_bytes: 0,
        stored_bytes_limit: 1_000_000 * 1024 * 1024, // MB of LOCAL_LIMITS
        identity_tokens_today: 0,
        identity_token_daily_limit: 1_000_000,
      });
    }
  });
});
