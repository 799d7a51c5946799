import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { PREFIX } from '#shared/data/table.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withQueries, withReads } from '../support/intercepted-table.ts';
import { mailedCodes } from '../support/mailed-codes.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table);
});

interface Mark {
  identityId?: string | null;
  aggregateId?: string;
  threadId?: string;
}

const append = (organizationId: string, { identityId = null, aggregateId = 'msg_1', threadId }: Mark = {}) =>
  commit(
    engine.table,
    {
      build: (tx): LoggedEvent =>
        tx.appendEvent(organizationId, {
          type: 'mail.sent',
          identityId,
          aggregateId,
          threadId,
          payload: { messageId: aggregateId, threadId: threadId ?? 'thr_1' },
        }),
    },
    { now: Date.now },
  );

const wait = (key: string, query: Record<string, string> = {}) =>
  api.call('waitForEvent', { key, query: { type: 'mail.sent', timeout_ms: '0', ...query } });
const at = (event: LoggedEvent, by = 0) => new Date(event.createdAt + by).toISOString();

describe('waiting for an event', () => {
  test('A wait that times out is 200 without an event', async () => {
    const { key } = await api.organization();
    expect(await wait(key)).toMatchObject({ status: 200, body: { event: null, timed_out: true } });
  });

  test('A wait without since ignores earlier events, and matches later ones', async () => {
    const { id, key } = await api.organization();
    await append(id);
    let isOver = false;
    const waiting = wait(key, { timeout_ms: '10000' }).finally(() => {
      isOver = true;
    });
    // When a wait begins is not visible from outside.
    const later: LoggedEvent[] = [];
    while (!isOver) {
      later.push(await append(id));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { event, timed_out: timedOut } = (await waiting).body;
    expect(timedOut).toBe(false);
    expect(later.map((one) => one.id)).toContain(event?.id);
  });

  test('A since is exclusive, so a follower that passes the time of the last event misses nothing', async () => {
    const { id, key } = await api.organization();
    const events = [];
    for (let count = 0; count < 5; count++) events.push(await append(id));
    const seen: string[] = [];
    let since = at(events[0] as LoggedEvent, -1);
    for (;;) {
      const { body } = await wait(key, { since });
      if (body.event === null) break;
      seen.push(body.event.id);
      since = body.event.created_at;
    }
    expect(seen).toEqual(events.map((event) => event.id));
  });

  test('All filters of a wait must match', async () => {
    const { id, key } = await api.organization();
    const agent = await api.agent(key);
    const event = await append(id, { identityId: agent.id, aggregateId: 'msg_9', threadId: 'thr_9' });
    const filters = {
      identity_id: agent.id,
      aggregate_type: 'mail_message',
      aggregate_id: 'msg_9',
      thread_id: 'thr_9',
    };
    const since = at(event, -1);
    expect((await wait(key, { since, ...filters })).body.event).toMatchObject({
      id: event.id,
      identity_id: agent.id,
      version: 1,
      payload: { messageId: 'msg_9', threadId: 'thr_9' },
    });
    for (const name of Object.keys(filters)) {
      const body = (await wait(key, { since, ...filters, [name]: 'other' })).body;
      expect(body.timed_out, name).toBe(true);
    }
    expect((await wait(key, { since, type: 'mail.sen' })).body.timed_out).toBe(true);
  });

  test('An agent’s wait returns only its own events, and may not name another agent', async () => {
    const { id, key } = await api.organization();
    const [own, other] = [await api.agent(key), await api.agent(key)];
    const first = await append(id, { identityId: other.id });
    const second = await append(id, { identityId: own.id });
    const since = at(first, -1);
    expect((await wait(own.key, { since })).body.event?.id).toBe(second.id);
    expect((await wait(own.key, { since, identity_id: own.id })).body.event?.id).toBe(second.id);
    expect((await wait(own.key, { since, identity_id: other.id })).status).toBe(403);
    expect((await wait(key, { since })).body.event?.id).toBe(first.id);
  });

  test('A wait never matches another organization’s events', async () => {
    const [one, other] = [await api.organization(), await api.organization()];
    const event = await append(one.id);
    expect((await wait(other.key, { since: at(event, -1) })).body.timed_out).toBe(true);
  });

  test.each<[string, Record<string, string>]>([
    ['a timeout beyond 55000', { timeout_ms: '55001' }],
    ['a negative timeout', { timeout_ms: '-1' }],
    ['an empty type', { type: '' }],
    ['a since that is not a time', { since: 'yesterday' }],
    ['an unknown parameter', { handle: 'x' }],
  ])('A wait with %s is 400', async (_, query) => {
    const { key } = await api.organization();
    expect((await wait(key, query)).status).toBe(400);
  });

  test('A wait without a type is 400 that names the field', async () => {
    const { key } = await api.organization();
    const reply = await api.call('waitForEvent', { key });
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toMatch(/^type: /);
  });
});

describe('a wait of a caller that loses access', () => {
  /** A wait that was admitted and has read the log, and how often it has read the key of the caller. */
  async function begin(key: string, timeoutMs = 20_000) {
    const begun = Promise.withResolvers<void>();
    const reads = { ofKey: 0, ofLog: 0 };
    const withKeyReads = withReads(engine.table, (read, send) => {
      if (String(read.input.Key?.pk).startsWith(PREFIX.keyHash)) reads.ofKey += 1;
      return send();
    });
    const table = withQueries(withKeyReads, (pk) => {
      if (!pk.startsWith(PREFIX.event)) return;
      reads.ofLog += 1;
      begun.resolve();
    });
    const waiter = new InProcessApi(table);
    const query = { type: 'mail.sent', timeout_ms: String(timeoutMs) };
    const reply = waiter.call('waitForEvent', { key, query });
    await begun.promise;
    return { reply, reads, waiter };
  }

  test('A wait with a key that is revoked before the event returns 401 and shows nothing of the event', async () => {
    const { id, key } = await api.organization();
    const agent = await api.agent(key);
    const { reply } = await begin(agent.key);
    const { api_keys: keys } = (await api.call('listApiKeys', { key: agent.key })).body;
    expect((await api.call('revokeApiKey', { key, params: { id: keys[0]?.id ?? '' } })).status).toBe(200);
    await append(id, { identityId: agent.id });
    const { status, body, headers } = await reply;
    expect([status, body]).toEqual([
      401,
      {
        error: {
          code: 'auth.unauthorized',
          message: 'Missing or invalid API key.',
          request_id: headers['x-request-id'],
          retryable: false,
        },
      },
    ]);
  });

  test('A wait of an agent that is suspended before the event returns 403', async () => {
    const { id, key } = await api.organization();
    const agent = await api.agent(key);
    const { reply } = await begin(agent.key);
    await api.call('suspendIdentity', { key, params: { id: agent.id } });
    await append(id, { identityId: agent.id });
    expect((await reply).body.error?.code).toBe('identity.suspended');
  });

  test('A wait under a login token that expires before the event returns 401', async () => {
    const { id, key } = await api.organization();
    const email = `ada-${randomUUID()}@example.com`;
    const password = 'correct horse battery';
    await api.call('claim', { key, body: { email, password } });
    const code = (await mailedCodes(api, engine.table, email, id)).at(-1)?.code;
    await api.call('claim', { key, body: { email, code } });
    const { token } = (await api.call('login', { body: { email, password } })).body;
    const { reply, waiter } = await begin(token);
    waiter.now = () => Date.now() + 12 * HOUR;
    await append(id);
    expect((await reply).body.error?.code).toBe('auth.unauthorized');
  });

  test('A wait reads the key once when it begins and once for the event, however often it polls', async () => {
    const { id, key } = await api.organization();
    const idle = await begin(key, 500);
    expect((await idle.reply).body.timed_out).toBe(true);
    expect(idle.reads.ofKey).toBe(1);
    const met = await begin(key, 55_000);
    await expect.poll(() => met.reads.ofLog).toBeGreaterThan(3);
    expect(met.reads.ofKey).toBe(1);
    await append(id);
    expect((await met.reply).body.timed_out).toBe(false);
    expect(met.reads.ofKey).toBe(2);
  });
});

test('A wait for a type that does not exist ends as any other, and a header names the nearest type', async () => {
  const { key } = await api.organization();
  const hint = async (type: string) => {
    const { status, body, headers } = await wait(key, { type });
    expect([status, body]).toEqual([200, { event: null, timed_out: true }]);
    return headers['x-aid-hint'];
  };
  expect(await hint('mail.recieved')).toBe('no event has this type; did you mean mail.received?');
  expect(await hint('zebra\r\nx-evil: 1')).toBe('no event has this type');
  expect(await hint('mail.received')).toBeUndefined();
});
