import { beforeEach, expect, test } from 'vitest';
import { check } from '#shared/data/change.ts';
import { addStoredBytes } from '#shared/data/direct-writes/stored-bytes.ts';
import { findStoredBytes } from '#shared/data/entities/organization/stored-bytes.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { countByStatus } from '../support/login-attempts.ts';
import { countRounds } from '../support/rounds.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

const engine = useEngine();
const MEGABYTE = 1024 * 1024;

let api: InProcessApi;

beforeEach(() => {
  api = new InProcessApi(engine.table, { unverifiedStoredMegabytes: 1, verifiedStoredMegabytes: 2 });
});

const usage = async (key: string) => (await api.call('getUsage', { key })).body;
const secret = (key: string, value: string) => api.call('createSecret', { key, body: { name: 'token', value } });
const text = (kilobytes: number) => 'x'.repeat(kilobytes * 1024);
const anOrganization = () => makeId('organization', Date.now(), randomPart());

test('An organization that is not verified stores up to its limit, and one with a verified owner up to a higher one', async () => {
  // The numbers of the day would change at midnight.
  const now = Date.now();
  api.now = () => now;
  const { id, key } = await api.organization();
  for (let secrets = 0; secrets < 15; secrets++) expect((await secret(key, text(48))).status).toBe(201);
  await secret(key, text(48));
  const before = await usage(key);
  const refused = await secret(key, text(48));
  expect([refused.status, refused.body.error.code, refused.body.error.retryable]).toEqual([
    409,
    'usage.storage_limit',
    false,
  ]);
  expect(refused.body.error.message).toMatch(/^At most 1 MB of stored content .*verify the owner.* for 2 MB/);
  expect(await usage(key)).toEqual(before);
  expect(before).toMatchObject({ stored_bytes_limit: MEGABYTE });
  expect(before.stored_bytes).toBeGreaterThan(MEGABYTE - 65 * 1024);

  await verifyOrganization(engine.table, id);
  expect((await secret(key, text(48))).status).toBe(201);
  expect((await usage(key)).stored_bytes_limit).toBe(2 * MEGABYTE);
});

test('A process that knows that an owner is verified calls no more beyond the lower limit than below it', async () => {
  const { id, key } = await api.organization();
  await verifyOrganization(engine.table, id);
  const callsOf = async () => (await countRounds(engine.table, () => secret(key, text(48)))).calls;
  await secret(key, text(48));
  const below = await callsOf();
  for (let secrets = 0; secrets < 20; secrets++) expect((await secret(key, text(48))).status).toBe(201);
  expect((await usage(key)).stored_bytes).toBeGreaterThan(MEGABYTE);
  expect(await callsOf()).toBe(below);
});

test('Unverified organizations of one address store a limited amount per hour, and verified ones do not count', async () => {
  api.limits = { ...api.limits, unverifiedStoredMegabytes: 50, unverifiedStoredMegabytesPerHour: 1 };
  api.now = () => Date.UTC(2099, 4, 1, 18, 30);
  const from = (host: string, key: string) =>
    api.call('createSecret', { key, address: host, body: { name: 'token', value: text(48) } });
  const strangers = await Promise.all(Array.from({ length: 12 }, () => api.organization()));
  const replies = [];
  for (const { key } of strangers) replies.push(await from('203.0.113.1', key), await from('203.0.113.1', key));
  const refused = replies.filter(({ status }) => status === 429);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 429]));
  expect(refused.length).toBeGreaterThanOrEqual(3);
  expect(refused[0]?.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
  expect(refused[0]?.body.error.message).toMatch(
    /^At most 1 MB of new content per hour for all organizations without a verified owner that call from one network /,
  );
  expect(refused[0]?.headers['retry-after']).toBe('1800');
  // What is refused is not counted for its organization either.
  const last = strangers.at(-1);
  expect(await usage(last?.key ?? '')).toMatchObject({ stored_bytes: 0 });
  expect((await from('203.0.113.2', last?.key ?? '')).status).toBe(201);
  await verifyOrganization(engine.table, last?.id ?? '');
  expect((await from('203.0.113.1', last?.key ?? '')).status).toBe(201);
  api.now = () => Date.UTC(2099, 4, 1, 19, 0);
  expect((await from('203.0.113.1', strangers[0]?.key ?? '')).status).toBe(201);
});

test('The limit is exact when many requests store content at once', async () => {
  const { key } = await api.organization();
  await secret(key, 'x');
  const small = (await usage(key)).stored_bytes;
  const replies = await Promise.all(Array.from({ length: 30 }, () => secret(key, text(48))));
  const created = replies.filter(({ status }) => status === 201).length;
  const stored = (await usage(key)).stored_bytes;
  expect(Object.keys(countByStatus(replies))).toEqual(['201', '409']);
  expect(stored).toBeLessThanOrEqual(MEGABYTE);
  expect((stored - small) / created + stored).toBeGreaterThan(MEGABYTE);
});

test('A rotation counts the difference of the values, and a deletion gives back what the secret stored', async () => {
  const { key } = await api.organization();
  const { body } = await secret(key, text(16));
  const created = (await usage(key)).stored_bytes;
  await api.call('rotateSecret', { key, params: { id: body.id }, body: { value: text(32) } });
  const rotated = (await usage(key)).stored_bytes;
  expect(rotated / created).toBeGreaterThan(1.9);
  await api.call('rotateSecret', { key, params: { id: body.id }, body: { value: text(16) } });
  expect((await usage(key)).stored_bytes).toBe(created);
  expect((await api.call('deleteSecret', { key, params: { id: body.id } })).status).toBe(204);
  expect((await usage(key)).stored_bytes).toBe(0);
});

test('A contact counts as long as it is stored', async () => {
  const { key } = await api.organization();
  const { body } = await api.call('createContact', { key, body: { display_name: 'Ada', notes: 'x'.repeat(1000) } });
  const created = (await usage(key)).stored_bytes;
  expect(created).toBeGreaterThan(1000);
  await api.call('updateContact', { key, params: { id: body.id }, body: { notes: null } });
  expect((await usage(key)).stored_bytes).toBeLessThan(created - 900);
  await api.call('deleteContact', { key, params: { id: body.id } });
  expect((await usage(key)).stored_bytes).toBe(0);
});

test('The content of a task counts for the organization of the agent that sent it', async () => {
  const [caller, worker] = await Promise.all([api.organization(), api.organization()]);
  const [sender, target] = [await api.agent(caller.key), await api.agent(worker.key)];
  const settings = { filter_mode: 'blocklist', publicly_discoverable: true };
  await api.call('putA2aSettings', { key: worker.key, params: { id: target.id }, body: settings });
  const task = await api.call('createTask', {
    key: sender.key,
    body: { to_handle: target.handle, message: text(100) },
  });
  expect(task.status).toBe(201);
  const params = { id: task.body.id };
  expect((await usage(caller.key)).stored_bytes).toBeGreaterThan(100 * 1024);
  expect((await usage(worker.key)).stored_bytes).toBe(0);
  const reply = { state: 'input_required', message: text(50), result: text(20) };
  expect((await api.call('replyToTask', { key: target.key, params, body: reply })).status).toBe(200);
  expect((await usage(worker.key)).stored_bytes).toBeGreaterThan(70 * 1024);
  const before = (await usage(caller.key)).stored_bytes;
  for (let messages = 0; messages < 9; messages++) {
    await api.call('addTaskMessage', { key: sender.key, params, body: { message: text(100) } });
  }
  const refused = await api.call('addTaskMessage', { key: sender.key, params, body: { message: text(100) } });
  expect(refused.body.error.code).toBe('usage.storage_limit');
  expect((await usage(caller.key)).stored_bytes - before).toBeLessThan(10 * 101 * 1024);
});

test('A request that fails, and one that is repeated under its idempotency key, count nothing', async () => {
  const { key } = await api.organization();
  const body = { name: 'token', value: text(16) };
  await api.call('createSecret', { key, body, idempotencyKey: 'the same secret twice' });
  const once = (await usage(key)).stored_bytes;
  await api.call('createSecret', { key, body, idempotencyKey: 'the same secret twice' });
  await api.call('createSecret', { key, body: { ...body, value: text(17) }, idempotencyKey: 'the same secret twice' });
  expect((await usage(key)).stored_bytes).toBe(once);
});

test('Content that a commit counted and did not store is given back', async () => {
  const organizationId = anOrganization();
  const missing = { pk: `NONE#${organizationId}`, sk: 'NONE' };
  const failing = commit(
    engine.table,
    {
      build: (tx) => {
        tx.countStored({ organizationId, bytes: 1000 });
        tx.put(check(missing, { expression: 'attribute_exists(pk)' }));
      },
    },
    { now: Date.now, storage: api.limits },
  );
  await expect(failing).rejects.toThrow('the condition of a check failed that names no error');
  expect(await findStoredBytes(engine.table, organizationId, Date.now())).toBe(0);
});

test('Content that has expired no longer counts, and makes room', async () => {
  const organizationId = anOrganization();
  const now = Date.UTC(2026, 10, 15);
  const add = (bytes: number, until: number | undefined, at: number) =>
    addStoredBytes(engine.table, { organizationId, bytes, until }, 1000, at);
  expect(await add(600, now + 10 * DAY, now)).toBe(true);
  expect(await add(300, undefined, now)).toBe(true);
  expect(await add(200, now + 400 * DAY, now + 15 * DAY)).toBe(false);
  expect(await findStoredBytes(engine.table, organizationId, now + 15 * DAY)).toBe(900);

  const inDecember = Date.UTC(2026, 11, 1);
  expect(await findStoredBytes(engine.table, organizationId, inDecember)).toBe(300);
  const added = await Promise.all([1, 2, 3].map(() => add(200, inDecember + 400 * DAY, inDecember)));
  expect(added).toEqual([true, true, true]);
  expect(await findStoredBytes(engine.table, organizationId, inDecember)).toBe(900);
  expect(await add(101, undefined, inDecember)).toBe(false);
});
