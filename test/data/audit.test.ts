import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { PREFIX } from '#shared/data/table.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withTransactions } from '../support/intercepted-table.ts';
import type { MadeOrganization } from '../support/made-agents.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { partitionRows } from '../support/partition-rows.ts';

/** Who did what, when and from where: the entries of changes, and the list of them. */

const engine = useEngine();
const PASSWORD = 'correct horse battery';
let api: InProcessApi;
let organization: MadeOrganization;
let key: string;

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  organization = await api.organization();
  key = organization.key;
});

const audit = async (query: Record<string, string> = {}, by = key) =>
  (await api.call('listAudit', { key: by, query })).body.entries;
const actions = async (query: Record<string, string> = {}) => (await audit(query)).map(({ action }) => action);
const rows = () => partitionRows(engine.table, `${PREFIX.audit}${organization.id}`);
const webhook = (url: string) => ({ key, body: { url } });
const createWebhook = (url = 'http://127.0.0.1:9/one') => api.call('createWebhook', webhook(url));

/** A person who has claimed the organization. */
async function person(): Promise<{ email: string; userId: string }> {
  const email = `ada-${randomBytes(6).toString('hex')}@example.com`;
  await api.call('claim', { key, body: { email, password: PASSWORD } });
  const code = (await mailedCodes(api, engine.table, email, organization.id)).at(-1)?.code;
  await api.call('claim', { key, body: { email, code } });
  const { user } = (await api.call('login', { body: { email, password: PASSWORD } })).body;
  return { email, userId: user.id };
}

test('A change has an entry with its actor, its address, its time, and the settings before and after it', async () => {
  const { id } = (await createWebhook('http://127.0.0.1:9/one?token=hidden')).body;
  const call = { key, params: { id }, address: '2001:db8::17' };
  await api.call('updateWebhook', { ...call, body: { enabled: false, event_types: ['mail.received'] } });
  const { body: own } = await api.call('listApiKeys', { key });
  const [keyId, label] = [own.api_keys[0]?.id, own.api_keys[0]?.name];

  const [changed, created] = await audit();
  expect(changed).toMatchObject({
    action: 'updateWebhook',
    actor: { type: 'api_key', id: keyId, label },
    address: '2001:db8::17',
    target: { type: 'webhook', id },
    before: { enabled: true, disabled_reason: null },
    after: { enabled: false, event_types: ['mail.received'], disabled_reason: 'disabled by request' },
  });
  expect(created).toMatchObject({ action: 'createWebhook', before: null, after: { url: 'http://127.0.0.1:9/one' } });
  expect(Date.parse(changed?.at ?? '')).toBeGreaterThan(Date.parse(created?.at ?? ''));
});

test('A person who has logged in is the actor of what the person does, and an agent of what the agent does', async () => {
  const { email, userId } = await person();
  const { body: login } = await api.call('login', { body: { email, password: PASSWORD }, address: '192.0.2.77' });
  const agent = await api.agent(key);
  await api.call('suspendIdentity', { key: login.token, params: { id: agent.id }, body: { reason: 'leaked' } });
  await api.call('reinstateIdentity', { key, params: { id: agent.id }, body: {} });
  await api.call('createContact', { key: agent.key, body: { display_name: 'Grace', emails: ['grace@example.com'] } });

  const [contact, reinstated, suspended, loggedIn] = await audit();
  expect(contact).toMatchObject({ actor: { type: 'agent', id: agent.id, label: agent.handle }, before: null });
  expect(JSON.stringify(contact)).not.toMatch(/[Gg]race/);
  expect(reinstated?.actor.type).toBe('api_key');
  expect(suspended).toMatchObject({
    actor: { type: 'user', id: userId, label: email },
    before: { status: 'active', suspended_reason: null },
    after: { status: 'suspended', suspended_reason: 'leaked' },
  });
  expect(loggedIn).toMatchObject({ action: 'login', address: '192.0.2.77', target: { type: 'session' } });
  expect(loggedIn?.actor).toEqual({ type: 'user', id: userId, label: email });
});

test('What fails, what is refused and what changes nothing has no entry', async () => {
  const { email } = await person();
  const agent = await api.agent(key);
  const suspend = () => api.call('suspendIdentity', { key, params: { id: agent.id }, body: {} });
  expect((await suspend()).status).toBe(200);
  const before = await rows();

  expect((await suspend()).status).toBe(200);
  expect((await api.call('login', { body: { email, password: 'not this one' } })).status).toBe(401);
  expect((await createWebhook('http://[::1')).status).toBe(400);
  expect((await api.call('deleteWebhook', { key, params: { id: agent.id } })).status).toBe(404);
  const { key: other } = await api.organization();
  expect((await api.call('suspendIdentity', { key: other, params: { id: agent.id }, body: {} })).status).toBe(404);
  await api.call('requestPasswordReset', { body: { email } });
  const sent = (await mailedCodes(api, engine.table, email)).at(-1)?.code ?? '';
  const reset = (code: string) => api.call('resetPassword', { body: { email, code, password: 'another one of mine' } });
  expect((await reset(wrongCode(sent))).status).toBe(400);
  expect(await rows()).toEqual(before);

  expect((await reset(sent)).status).toBe(204);
  expect((await audit({ limit: '1' }))[0]).toMatchObject({
    action: 'resetPassword',
    actor: { type: 'user', label: email },
  });
});

test('A request that is repeated with its idempotency key has one entry, also if both run at once', async () => {
  const request = { ...webhook('http://127.0.0.1:9/once'), idempotencyKey: `once-${randomBytes(8).toString('hex')}` };
  const replies = await Promise.all([api.call('createWebhook', request), api.call('createWebhook', request)]);
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  await api.call('createWebhook', request);
  expect(await actions()).toEqual(['createWebhook']);
});

test('Changes of one millisecond all have their entries, each with a time of its own', async () => {
  const start = Date.now();
  api.now = () => start;
  const urls = Array.from({ length: 8 }, (_, index) => `http://127.0.0.1:9/${index}`);
  const replies = await Promise.all(urls.map((url) => createWebhook(url)));
  const made = replies.map(({ body }) => body.id).sort();
  const entries = await audit();
  expect(entries.map(({ target }) => target.id).sort()).toEqual(made);
  expect(new Set(entries.map(({ at }) => at)).size).toBe(entries.length);
});

test('A change and its entry are in one transaction: what cannot be committed leaves neither', async () => {
  const before = await rows();
  const failing = new InProcessApi(
    withTransactions(engine.table, () => Promise.reject(new Error('the table is gone'))),
    {},
    api.services.keyring,
  );
  expect((await failing.call('createWebhook', webhook('http://127.0.0.1:9/lost'))).status).toBe(500);
  expect(await rows()).toEqual(before);
  expect((await api.call('listWebhooks', { key })).body.webhooks).toEqual([]);
});

test('The list has pages, and filters by actor, action and target', async () => {
  const first = (await createWebhook('http://127.0.0.1:9/1')).body.id;
  const agent = await api.agent(key);
  await api.call('createContact', { key: agent.key, body: { emails: ['a@example.com'] } });
  const second = (await createWebhook('http://127.0.0.1:9/2')).body.id;
  await api.call('deleteWebhook', { key, params: { id: first } });

  expect(await actions({ action: 'createWebhook' })).toHaveLength(2);
  expect(await actions({ target: first })).toEqual(['deleteWebhook', 'createWebhook']);
  expect(await actions({ actor: agent.id })).toEqual(['createContact']);
  expect(await actions({ actor: agent.id, target: second })).toEqual([]);
  expect(await actions({ action: 'createwebhook' })).toEqual([]);

  const all = await audit();
  const pages: typeof all = [];
  for (let before: string | undefined; ; ) {
    const page = await audit({ limit: '2', ...(before !== undefined && { before }) });
    pages.push(...page);
    before = page.at(-1)?.at;
    if (page.length < 2) break;
  }
  expect(pages).toEqual(all);
});

test('Only keys and people of the organization read its entries', async () => {
  await createWebhook();
  const agent = await api.agent(key);
  expect((await api.call('listAudit', { key: agent.key })).status).toBe(403);
  expect((await api.call('listAudit')).status).toBe(401);
  const { key: other } = await api.organization();
  expect(await audit({}, other)).toEqual([]);
});

test('Where people are is not in the table: the address of an entry is sealed for it', async () => {
  await api.call('createWebhook', { ...webhook('http://127.0.0.1:9/sealed'), address: '198.51.100.211' });
  const [row] = await rows();
  expect(JSON.stringify(row)).not.toContain('198.51.100.211');
  expect((await audit())[0]?.address).toBe('198.51.100.211');
});

test('An entry is kept for 400 days, and is not shown any more then', async () => {
  await createWebhook();
  const [row] = await rows();
  const made = Number(row?.createdAt);
  expect(row?.expires_at).toBe(Math.ceil((made + 400 * DAY) / 1000));
  const real = Date.now;
  api.now = () => real() + 399 * DAY;
  expect(await actions()).toEqual(['createWebhook']);
  api.now = () => made + 400 * DAY;
  expect(await actions()).toEqual([]);
});

test('Settings that two requests change at once have entries that follow from each other', async () => {
  const set = (audiences: string[]) => api.call('setIdentityTokenSettings', { key, body: { audiences } });
  const wanted = Array.from({ length: 6 }, (_, index) => [`https://${index}.example`]);
  await Promise.all(wanted.map(set));
  const entries = (await audit({ action: 'setIdentityTokenSettings' })).reverse();
  expect(entries).toHaveLength(6);
  // Each begins where another one ended: one chain, from no audience to the present ones.
  const next = new Map(entries.map(({ before, after }) => [JSON.stringify(before), JSON.stringify(after)]));
  let at = JSON.stringify({ audiences: [] });
  for (let steps = 0; steps < 6; steps++) at = next.get(at) ?? 'the chain is broken';
  const { audiences } = (await api.call('getIdentityTokenSettings', { key })).body;
  expect(at).toBe(JSON.stringify({ audiences }));
});
