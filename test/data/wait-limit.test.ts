import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { releaseSlot } from '#shared/data/direct-writes/slot.ts';
import { consumeTokenAndSlot } from '#shared/data/direct-writes/wait-slot.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent } from '../support/event-log.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table, { waitsPerOrganization: 3 });
});

const LONGEST_MS = 55 * SECOND;

const wait = (key: string, timeoutMs: number, since?: string) =>
  api.call('waitForEvent', {
    key,
    query: { type: 'mail.sent', timeout_ms: String(timeoutMs), ...(since !== undefined && { since }) },
  });
type Reply = Awaited<ReturnType<typeof wait>>;

const appendToLog = (organizationId: string) => appendSent(engine.table, organizationId);

describe('the waits of an organization', () => {
  test('One organization that opens many waits gets 429 beyond its limit, and every wait of another is answered', async () => {
    const [greedy, other] = [await api.organization(), await api.organization()];
    const replies: Reply[] = [];
    // These last until an event ends them. If their time did, a slow machine would admit others after them.
    const theirs = Promise.all(
      Array.from({ length: 40 }, async () =>
        replies.push(await wait(greedy.key, LONGEST_MS, new Date().toISOString())),
      ),
    );
    await expect.poll(() => replies.length).toBe(37);
    expect(replies.map(({ status }) => status)).toEqual(Array(37).fill(429));
    const [refused] = replies;
    const ours = await Promise.all([wait(other.key, 800), wait(other.key, 800), wait(other.key, 800)]);
    expect(ours.map(({ status }) => status)).toEqual([200, 200, 200]);
    await appendToLog(greedy.id);
    await theirs;
    expect(replies.slice(37).map(({ status, body }) => [status, body.timed_out])).toEqual(Array(3).fill([200, false]));
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(LONGEST_MS / SECOND + 1);
    expect(refused?.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
    expect(refused?.body.error.message).toMatch(/^At most 3 waits at once .* POST \/v1\/events\/streams\.$/);
    expect((await wait(greedy.key, 100)).status).toBe(200);
  });

  test('A wait that ends early frees its slot, whether it succeeds or is refused', async () => {
    const { id, key } = await api.organization();
    const query = { type: 'mail.sent', since: '1970-01-01T00:00:00Z', timeout_ms: '55000' };
    const agent = await api.agent(key);
    const event = await appendToLog(id);
    for (let round = 0; round < 4; round++) {
      const found = await api.call('waitForEvent', { key, query });
      expect(found.body.event?.id).toBe(event.id);
      expect((await api.call('waitForEvent', { key, query: { ...query, unknown: 'x' } })).status).toBe(400);
      const other = { ...query, identity_id: 'agt_1' };
      expect((await api.call('waitForEvent', { key: agent.key, query: other })).status).toBe(403);
    }
  });
});

describe('a slot', () => {
  const LIMIT = 1000;
  const subject = () => makeId('organization', Date.now(), randomPart());
  const take = (id: string, now: number, forMs: number, count = 2) =>
    consumeTokenAndSlot(engine.table, id, LIMIT, { count, until: now + forMs }, now);
  /** The beginning of a minute. */
  const AT = 30_000_000 * MINUTE;

  test('Slots of the minute before are still taken, until their time', async () => {
    const id = subject();
    const late = AT - SECOND;
    expect((await take(id, late, 30 * SECOND)).allowed).toBe(true);
    expect((await take(id, AT, 5 * SECOND)).allowed).toBe(true);
    expect(await take(id, AT + SECOND, SECOND)).toMatchObject({ allowed: false, busyUntil: AT + 5 * SECOND });
    expect((await take(id, AT + 6 * SECOND, 50 * SECOND)).allowed).toBe(true);
    expect((await take(id, AT + 7 * SECOND, SECOND)).allowed).toBe(false);
    // The wait of the minute before was never freed, as after a crash: it ends by its time.
    expect((await take(id, AT + 30 * SECOND, SECOND)).allowed).toBe(true);
  });

  test('Of many takers at once, exactly as many succeed as there are slots', async () => {
    const id = subject();
    const results = await Promise.all(Array.from({ length: 30 }, () => take(id, AT, SECOND, 7)));
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(7);
    expect(new Set(results.flatMap(({ slot }) => slot?.name ?? [])).size).toBe(7);
  });

  test('Freeing a slot that has ended does not free that of the next wait', async () => {
    const id = subject();
    const first = await take(id, AT, SECOND, 1);
    expect((await take(id, AT + 2 * SECOND, 9 * SECOND, 1)).allowed).toBe(true);
    if (first.slot === undefined) throw new Error('no slot');
    await releaseSlot(engine.table, first.slot, AT - SECOND);
    expect((await take(id, AT + 3 * SECOND, SECOND, 1)).allowed).toBe(false);
  });

  test('A wait of a verified organization that times out costs no write for its slot, and one that ends early one', async () => {
    const { id, key } = await api.organization();
    await verifyOrganization(engine.table, id);
    await appendToLog(id);
    const writes: unknown[] = [];
    const send = (command: object, options?: object) => {
      const isRead = [GetCommand, QueryCommand, BatchGetCommand].some((kind) => command instanceof kind);
      if (!isRead) writes.push(command);
      return engine.table.client.send(command as GetCommand, options);
    };
    const counted = new InProcessApi({ name: engine.table.name, client: { send } as never });
    const writesOf = async (query: Record<string, string>) => {
      writes.length = 0;
      await counted.call('waitForEvent', { key, query: { type: 'mail.sent', ...query } });
      return writes.length;
    };
    // The first call also records that the key was used.
    await writesOf({ timeout_ms: '0' });
    const withoutSlot = await writesOf({ timeout_ms: '0' });
    expect(await writesOf({ timeout_ms: '300' })).toBe(withoutSlot);
    expect(await writesOf({ timeout_ms: '9000', since: '1970-01-01T00:00:00Z' })).toBe(withoutSlot + 1);
  });
});
