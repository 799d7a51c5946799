import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkDomain } from '#functions/workers/domain-checks/check-domain.ts';
import { findDomain } from '#shared/data/entities/mail/domain.ts';
import { findMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { useDomainOwner } from '../support/domain-owner.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
const owner = useDomainOwner();

const name = (prefix: string) => `${prefix}-${randomBytes(6).toString('hex')}`;

/** An organization with an agent, and helpers that create and delete mailboxes with its org key. */
async function works(api: InProcessApi) {
  const { id: organizationId, key } = await api.organization();
  const agent = await api.agent(key);
  const params = { id: agent.id };
  const add = (body: object, more: object = {}) => api.call('createMailbox', { key, params, body, ...more });
  const end = (mid: string) => api.call('deleteMailbox', { key, params: { ...params, mid } });
  const list = async (query: Record<string, string> = {}) =>
    (await api.call('listMailboxes', { key, params, query })).body.mailboxes;
  const bring = async (domain: string) => {
    const { body } = await api.call('createDomain', { key, body: { domain } });
    const ref = { organizationId, domainId: body.id as string };
    await checkDomain(ref, Date.now());
    const { records } = (await api.call('getDomain', { key, params: { id: body.id } })).body;
    owner.publish(records);
    await checkDomain(ref, Date.now());
    return { id: body.id as string, records, check: (now: number) => checkDomain(ref, now) };
  };
  return { organizationId, key, agent, add, end, list, bring };
}

const routed = async (address: string) => (await findMailbox(engine.table, address))?.organizationId;

test('A mailbox is listed in addition to the default one, newest first, reached by its address, and deleted', async () => {
  const api = new InProcessApi(engine.table);
  const { agent, key, organizationId, add, end, list } = await works(api);
  const local = name('Sales');
  const made = await add({ local_part: local });
  expect(made).toMatchObject({
    status: 201,
    body: { identity_id: agent.id, address: `${local.toLowerCase()}@agents.test`, is_default: false, domain_id: null },
  });
  const [newest, first, ...none] = await list();
  if (newest === undefined || first === undefined) throw new Error('the agent has fewer than two mailboxes');
  expect(newest).toEqual(made.body);
  expect(first).toMatchObject({ address: `${agent.handle}@agents.test`, is_default: true });
  expect(none).toEqual([]);
  expect(await list({ limit: '1' })).toEqual([newest]);
  expect(await list({ before: newest.created_at })).toEqual([first]);

  const identity = (await api.call('getIdentity', { key, params: { id: agent.id } })).body;
  expect(identity.email_address).toBe(first.address);
  expect(identity.mailboxes).toHaveLength(2);
  expect(await routed(`${local}+tag@AGENTS.test`)).toBe(organizationId);

  expect((await end(first.id)).body.error).toMatchObject({ code: 'validation.failed' });
  expect((await end(newest.id)).status).toBe(204);
  expect(await list()).toEqual([first]);
  expect(await routed(made.body.address)).toBeUndefined();
  expect((await end(newest.id)).status).toBe(404);
});

test('A deleted address of the stage’s domain stays reserved, both as mailbox and as handle', async () => {
  const api = new InProcessApi(engine.table);
  const [mine, stranger] = [await works(api), await works(api)];
  const local = name('given-up');
  const taken = { status: 409, body: { error: { code: 'mailbox.taken' } } };
  const made = await mine.add({ local_part: local });
  expect(await stranger.add({ local_part: local })).toMatchObject(taken);
  await mine.end(made.body.id);
  expect(await stranger.add({ local_part: local })).toMatchObject(taken);
  expect(await api.call('createIdentity', { key: stranger.key, body: { handle: local } })).toMatchObject(taken);
  expect(await mine.add({ local_part: local })).toMatchObject({ status: 201 });
  expect(await routed(made.body.address)).toBe(mine.organizationId);
});

test.each(['postmaster', 'Abuse', 'no-reply', 'ssladmin', 'it'])(
  '%s is reserved on the domain of the service, and free on a custom domain',
  async (local_part) => {
    const api = new InProcessApi(engine.table);
    const { add, bring } = await works(api);
    const refused = await add({ local_part });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toMatch(/^local_part: .*reserved/);
    const domain = await bring(`${name('d')}.example`);
    expect((await add({ local_part, domain_id: domain.id })).status).toBe(201);
  },
);

test('A domain accepts mailboxes once it is verified, and is not deleted while it has any', async () => {
  const api = new InProcessApi(engine.table);
  const { key, add, end, bring } = await works(api);
  const waiting = await api.call('createDomain', { key, body: { domain: `${name('d')}.example` } });
  expect((await add({ local_part: 'ada', domain_id: waiting.body.id })).body.error).toMatchObject({
    code: 'validation.failed',
    message: expect.stringMatching(/^domain_id: /),
  });
  const domain = await bring(`${name('d')}.example`);
  const made = await add({ local_part: 'ada', domain_id: domain.id });
  expect(made.body).toMatchObject({ domain_id: domain.id });
  expect((await add({ local_part: 'ADA', domain_id: domain.id })).body.error).toMatchObject({ code: 'mailbox.taken' });

  const drop = () => api.call('deleteDomain', { key, params: { id: domain.id } });
  const refused = await drop();
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    409,
    'domain.in_use',
    'The domain has a mailbox: delete it first.',
  ]);
  await end(made.body.id);
  expect((await drop()).status).toBe(204);
  expect((await drop()).status).toBe(404);
  expect((await add({ local_part: 'ada', domain_id: domain.id })).status).toBe(404);
});

test('If mailboxes are created while a domain is deleted, it is deleted only without any', async () => {
  const api = new InProcessApi(engine.table);
  for (let round = 0; round < 5; round++) {
    const { key, add, list, bring, organizationId } = await works(api);
    const domain = await bring(`${name('d')}.example`);
    const [dropped, ...added] = await Promise.all([
      api.call('deleteDomain', { key, params: { id: domain.id } }),
      ...['a', 'b', 'c'].map((local_part) => add({ local_part, domain_id: domain.id })),
    ]);
    const made = added.filter(({ status }) => status === 201).length;
    expect(dropped.status === 204 ? made : 0).toBe(0);
    expect((await list()).length).toBe(1 + made);
    const row = await findDomain(engine.table, organizationId, domain.id);
    expect(row?.mailboxCount).toBe(dropped.status === 204 ? undefined : made);
  }
});

test('An agent has at most fifty mailboxes, under concurrency too', async () => {
  const api = new InProcessApi(engine.table);
  const { add, list } = await works(api);
  for (let index = 0; index < 46; index++) await add({ local_part: name('box') });
  const replies = await Promise.all(Array.from({ length: 6 }, () => add({ local_part: name('box') })));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(replies.find(({ status }) => status !== 201)?.body.error).toMatchObject({ code: 'validation.failed' });
  expect(await list({ limit: '200' })).toHaveLength(50);
});

test('An address of a custom domain reaches the organization that holds the domain, and no one when it is lost', async () => {
  const api = new InProcessApi(engine.table);
  const [before, after] = [await works(api), await works(api)];
  const domain = `${name('d')}.example`;
  const old = await before.bring(domain);
  const made = await before.add({ local_part: 'ada', domain_id: old.id });
  expect(await routed(`ada@${domain}`)).toBe(before.organizationId);

  owner.withdraw(old.records, 'mail_from');
  const now = Date.now();
  await old.check(now);
  expect(await routed(`ada@${domain}`)).toBe(before.organizationId);
  await old.check(now + 4 * DAY);
  expect(await routed(`ada@${domain}`)).toBeUndefined();

  const successor = await after.bring(domain);
  expect(await routed(`ada@${domain}`)).toBeUndefined();
  expect((await after.add({ local_part: 'ada', domain_id: successor.id })).status).toBe(201);
  expect(await routed(`ada@${domain}`)).toBe(after.organizationId);

  // The former holder deletes its own row, and not the address of the new holder.
  expect((await before.end(made.body.id)).status).toBe(204);
  expect(await routed(`ada@${domain}`)).toBe(after.organizationId);
  expect((await api.call('deleteDomain', { key: before.key, params: { id: old.id } })).status).toBe(204);
  expect(await routed(`ada@${domain}`)).toBe(after.organizationId);
});

test('Another organization’s domain and agent are 404', async () => {
  const api = new InProcessApi(engine.table);
  const [mine, stranger] = [await works(api), await works(api)];
  const theirs = await stranger.bring(`${name('d')}.example`);
  const absent = { status: 404, body: { error: { code: 'resource.not_found' } } };
  expect(await mine.add({ local_part: 'ada', domain_id: theirs.id })).toMatchObject(absent);
  const [box] = await stranger.list();
  expect(await mine.end(box?.id ?? '')).toMatchObject(absent);
  const params = { id: stranger.agent.id };
  expect(await api.call('createMailbox', { key: mine.key, params, body: { local_part: 'x' } })).toMatchObject(absent);
  expect(await api.call('listMailboxes', { key: mine.key, params })).toMatchObject(absent);
});
