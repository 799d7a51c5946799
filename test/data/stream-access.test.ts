import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findConnection } from '#shared/data/entities/connection/connection.ts';
import { PREFIX } from '#shared/data/table.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { useContentBucket } from '../support/content-bucket.ts';
import { useEngine } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes } from '../support/mailed-codes.ts';
import { type StreamClient, useStreams } from '../support/stream-harness.ts';

const engine = useContentBucket().behind(useEngine());
const streams = useStreams(engine);

test('A ticket connects once, also when two handshakes bring it at the same moment', async () => {
  const { key } = await streams.api.organization();
  const url = await streams.ticket(key);
  const both = await Promise.all([streams.connect(url), streams.connect(url)]);
  expect(both.filter((one) => typeof one === 'number')).toEqual([401]);
  expect(await streams.connect(url)).toBe(401);
  expect(await streams.listed(key)).toHaveLength(1);
});

test('A handshake without a ticket, with a malformed or an unknown one is refused', async () => {
  const { key } = await streams.api.organization();
  const url = await streams.ticket(key);
  const [base = ''] = url.split('?');
  expect(await streams.connect(base)).toBe(401);
  expect(await streams.connect(`${base}?ticket=tkt_nonsense`)).toBe(401);
  expect(await streams.connect(`${url.slice(0, -3)}AAA`)).toBe(401);
  expect(await streams.connect(`${base}/elsewhere?${url.split('?')[1]}`)).toBe(403);
});

test('A ticket that is older than a minute connects no more', async () => {
  const { key } = await streams.api.organization();
  streams.api.now = () => Date.now() - MINUTE - 1;
  const url = await streams.ticket(key).finally(() => {
    streams.api.now = Date.now;
  });
  expect(await streams.connect(url)).toBe(401);
});

test('A ticket connects no more when its key was revoked, its agent suspended or its stream deleted', async () => {
  const { key } = await streams.api.organization();
  const [one, other] = [await streams.api.agent(key), await streams.api.agent(key)];
  const [revoked, suspended] = [await streams.ticket(one.key), await streams.ticket(other.key)];
  const { body: created } = await streams.api.call('createStream', { key });
  const keys = (await streams.api.call('listApiKeys', { key })).body.api_keys;
  const id = keys.find((listedKey) => listedKey.identity_id === one.id)?.id ?? '';
  expect((await streams.api.call('revokeApiKey', { key, params: { id } })).status).toBe(200);
  expect((await streams.api.call('suspendIdentity', { key, params: { id: other.id } })).status).toBe(200);
  expect((await streams.api.call('deleteStream', { key, params: { id: created.id } })).status).toBe(204);
  expect(await streams.connect(revoked)).toBe(401);
  expect(await streams.connect(suspended)).toBe(403);
  expect(await streams.connect(created.connect_url)).toBe(401);
});

test('A stream of a revoked key gets nothing that was not sent before, and is closed', async () => {
  const { id, key } = await streams.api.organization();
  const agent = await streams.api.agent(key);
  const client = await streams.openFor(agent.key);
  await streams.append(id, { identityId: agent.id });
  const keys = (await streams.api.call('listApiKeys', { key })).body.api_keys;
  const keyId = keys.find((one) => one.identity_id === agent.id)?.id ?? '';
  await streams.api.call('revokeApiKey', { key, params: { id: keyId } });
  await streams.push();
  expect(client.messages.slice(1)).toEqual([{ type: 'closing', reason: 'key_revoked' }]);
  expect(await client.closed).toBe(1008);
  expect(await streams.listed(key)).toEqual([]);
});

test('An idle stream is closed when another session of its person revokes the session that opened it', async () => {
  const slug = `ada-${randomBytes(6).toString('hex')}`;
  const person = { email: `${slug}@example.com`, password: 'correct horse battery' };
  const names = { organization_name: 'Ada Works', organization_slug: slug };
  await streams.api.call('signup', { body: { ...person, ...names } });
  const code = (await mailedCodes(streams.api, engine.table, person.email)).at(-1)?.code;
  const { organization } = (await streams.api.call('verifySignup', { body: { email: person.email, code } })).body;
  const { id } = organization;
  const login = async () => (await streams.api.call('login', { body: person })).body.token;
  const [own, other] = [await login(), await login()];
  const [kept, closed] = [await streams.openFor(own), await streams.openFor(other)];
  const { sessions } = (await streams.api.call('listSessions', { key: own })).body;
  const params = { id: sessions.find(({ current }) => !current)?.id ?? '' };
  expect((await streams.api.call('revokeSession', { key: own, params })).status).toBe(204);
  await streams.relayOutbox(id);
  await streams.push();
  expect(closed.messages.at(-1)).toEqual({ type: 'closing', reason: 'key_revoked' });
  expect(await closed.closed).toBe(1008);
  const event = await streams.append(id);
  await streams.push();
  expect([kept.eventIds, closed.eventIds]).toEqual([[event.id], []]);
});

test('An idle stream is closed when its agent is suspended, and the streams of others stay', async () => {
  const { id, key } = await streams.api.organization();
  const [one, other] = [await streams.api.agent(key), await streams.api.agent(key)];
  const [suspended, unconcerned, ofOrganization] = [
    await streams.openFor(one.key),
    await streams.openFor(other.key),
    await streams.openFor(key),
  ];
  await streams.api.call('suspendIdentity', { key, params: { id: one.id } });
  await streams.relayOutbox(id);
  await streams.push();
  expect(suspended.messages.at(-1)).toEqual({ type: 'closing', reason: 'agent_suspended' });
  await suspended.closed;
  const event = await streams.append(id, { identityId: other.id });
  await streams.push();
  expect([suspended.eventIds, unconcerned.eventIds, ofOrganization.eventIds]).toEqual([[], [event.id], [event.id]]);
});

test('A key that is revoked in the middle of a backlog stops it there', async () => {
  const { id, key } = await streams.api.organization();
  const agent = await streams.api.agent(key);
  for (let count = 0; count < 30; count++) await streams.commitEvent(id, { identityId: agent.id });
  const url = await streams.ticket(agent.key, { since: '1970-01-01T00:00:00Z' });
  const client = (await streams.connect(url)) as StreamClient;
  // The worker sends three events, and then reads the key when it is revoked.
  const revoked = Promise.withResolvers<void>();
  let sent = 0;
  const post = streams.gateway.post.bind(streams.gateway);
  vi.spyOn(streams.gateway, 'post').mockImplementation((connectionId, data) => {
    post(connectionId, data);
    if (JSON.parse(String(data)).type === 'event') sent += 1;
  });
  const { middlewareStack } = getTable().client;
  middlewareStack.add(
    (next) => async (call) => {
      if (sent === 3 && JSON.stringify(call.input).includes(PREFIX.keyHash)) await revoked.promise;
      return next(call);
    },
    { step: 'initialize', name: 'untilRevoked' },
  );
  onTestFinished(() => void middlewareStack.remove('untilRevoked'));
  const pushing = streams.push();
  await eventually(() => expect(client.eventIds).toHaveLength(3));
  const keys = (await streams.api.call('listApiKeys', { key })).body.api_keys;
  await streams.api.call('revokeApiKey', {
    key,
    params: { id: keys.find((one) => one.identity_id === agent.id)?.id ?? '' },
  });
  revoked.resolve();
  await pushing;
  expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'key_revoked' });
  expect(client.eventIds).toHaveLength(3);
});

test('An agent key sees and closes the streams of its own agent, an org key all', async () => {
  const { id, key } = await streams.api.organization();
  const [one, other] = [await streams.api.agent(key), await streams.api.agent(key)];
  const mine = await streams.openFor(one.key, { types: ['mail.sent'] });
  await streams.openFor(key, { identity_id: one.id });
  await streams.api.call('createStream', { key: one.key });
  expect(await streams.listed(key)).toHaveLength(2);
  const [record] = await streams.listed(one.key);
  expect(await streams.listed(one.key)).toEqual([
    {
      id: expect.stringMatching(/^str_/),
      identity_id: one.id,
      types: ['mail.sent'],
      connected_at: expect.any(String),
      key_id: expect.stringMatching(/^key_/),
    },
  ]);
  expect(await streams.listed(other.key)).toEqual([]);
  const params = { id: record?.id ?? '' };
  expect((await streams.api.call('deleteStream', { key: other.key, params })).status).toBe(404);
  expect((await streams.api.call('deleteStream', { key: one.key, params })).status).toBe(204);
  expect((await streams.api.call('deleteStream', { key: one.key, params })).status).toBe(404);
  expect(await streams.listed(one.key)).toEqual([]);
  await streams.relayOutbox(id);
  await streams.push();
  expect(mine.messages.at(-1)).toEqual({ type: 'closing', reason: 'deleted' });
  expect(await mine.closed).toBe(1008);
});

test('A connection that ended is no longer listed, whether $disconnect told of it or a failed message', async () => {
  const { id, key } = await streams.api.organization();
  const client = await streams.openFor(key);
  client.socket.close();
  await eventually(async () => expect(await streams.listed(key)).toEqual([]));
  const left = await streams.openFor(key);
  const connectionId = await streams.connectionOf(id);
  streams.losesDisconnects = true;
  left.socket.close();
  await eventually(() => expect(streams.lostDisconnects).toEqual([connectionId]));
  streams.losesDisconnects = false;
  expect(await streams.listed(key)).toHaveLength(1);
  const late = Date.now() + MINUTE;
  const now = Date.now;
  await streams.append(id);
  Date.now = () => late;
  await streams.push().finally(() => {
    Date.now = now;
  });
  expect(await streams.listed(key)).toEqual([]);
  expect(await findConnection(engine.table, connectionId)).toBeUndefined();
});

test('Of concurrent requests, exactly as many get a ticket as the organization may have streams', async () => {
  const limited = new InProcessApi(engine.table, { streamsPerOrganization: 4 });
  const { key } = await limited.organization();
  const replies = await Promise.all(Array.from({ length: 9 }, () => limited.call('createStream', { key })));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(4);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused?.headers['retry-after']).toBe('60');
  expect(refused?.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
  expect(refused?.body.error.message).toContain('At most 4 event streams per organization');
  // Unused tickets stop counting when they expire.
  limited.now = () => Date.now() + MINUTE;
  expect((await limited.call('createStream', { key })).status).toBe(201);
});

test('The streams of one agent leave room for those of others', async () => {
  const limited = new InProcessApi(engine.table, { streamsPerAgent: 1 });
  const { key } = await limited.organization();
  const [one, other] = [await limited.agent(key), await limited.agent(key)];
  const create = async (by: string, body?: object) => (await limited.call('createStream', { key: by, body })).status;
  expect(await create(one.key)).toBe(201);
  expect(await create(one.key)).toBe(429);
  expect(await create(key, { identity_id: one.id })).toBe(429);
  expect(await create(other.key)).toBe(201);
  expect(await create(key)).toBe(201);
});
