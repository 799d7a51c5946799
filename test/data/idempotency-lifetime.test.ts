import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, HOUR, SECOND } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();

/** An agent that creates the same contact under the same key, at times that the test names. */
async function creatingAgent() {
  const api = new InProcessApi(engine.table);
  const { key } = await api.organization();
  const agent = await api.agent(key);
  const began = Date.now();
  const idempotencyKey = randomUUID();
  const createAt = (afterMs: number, ttl: string | undefined, name = 'Ada') => {
    api.now = () => began + afterMs;
    return api.call('createContact', {
      key: agent.key,
      idempotencyKey,
      body: { display_name: name },
      headers: ttl === undefined ? {} : { 'idempotency-ttl': ttl },
    });
  };
  const created = async () => (await api.call('listContacts', { key: agent.key })).body.contacts.length;
  return { createAt, created };
}

test('A record with a lifetime of ten minutes replays until they are over, and then a request is a new one', async () => {
  const { createAt, created } = await creatingAgent();
  const first = await createAt(0, '600');
  const last = await createAt(600 * SECOND - 1, '600');
  expect([last.headers['idempotency-replayed'], last.body.id]).toEqual(['true', first.body.id]);
  expect(await created()).toBe(1);
  const next = await createAt(600 * SECOND, '600');
  expect([next.status, next.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect(next.body.id).not.toBe(first.body.id);
  expect(await created()).toBe(2);
});

test('The first request decides how long the record lives: a later one does not prolong it', async () => {
  const { createAt, created } = await creatingAgent();
  await createAt(0, '60');
  expect((await createAt(59 * SECOND, '86400')).headers['idempotency-replayed']).toBe('true');
  await createAt(60 * SECOND, '86400');
  expect(await created()).toBe(2);
  expect((await createAt(60 * SECOND + DAY - 1, '60')).headers['idempotency-replayed']).toBe('true');
});

test('Without the header a record lives 24 hours, as with the longest lifetime', async () => {
  const [without, longest] = [await creatingAgent(), await creatingAgent()];
  for (const [agent, ttl] of [
    [without, undefined],
    [longest, '86400'],
  ] as const) {
    await agent.createAt(0, ttl);
    await agent.createAt(24 * HOUR - 1, ttl);
    expect(await agent.created()).toBe(1);
    await agent.createAt(24 * HOUR, ttl);
    expect(await agent.created()).toBe(2);
  }
});

test('Another request under the key of a record that lives is a conflict, and none once it has ended', async () => {
  const { createAt, created } = await creatingAgent();
  await createAt(0, '60');
  expect((await createAt(59 * SECOND, '60', 'Other')).body.error.code).toBe('idempotency.conflict');
  expect((await createAt(60 * SECOND, '60', 'Other')).status).toBe(201);
  expect(await created()).toBe(2);
});

test.each(['59', '86401', '0', '-60', '600.5', '1e3', 'ten', ' ', '0x3c', '600, 600', '9999999'])(
  'A lifetime of %j is refused by the name of the header, and nothing is created',
  async (ttl) => {
    const { createAt, created } = await creatingAgent();
    const { status, body } = await createAt(0, ttl);
    expect([status, body.error.code]).toEqual([400, 'validation.failed']);
    expect(body.error.message).toMatch(/^idempotency-ttl: 60 to 86400 seconds/);
    expect(await created()).toBe(0);
  },
);
