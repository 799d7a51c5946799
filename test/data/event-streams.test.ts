import { beforeAll, describe, expect, test } from 'vitest';
import { ServiceError } from '#local/http/service-error.ts';
import { takeTicket } from '#shared/data/direct-writes/event-clock.ts';
import { closeTicket } from '#shared/data/direct-writes/tombstone.ts';
import { findConnection } from '#shared/data/entities/connection.ts';
import { readStreams } from '#shared/data/entities/stream.ts';
import { MINUTE } from '#shared/domain/time.ts';
import { useContentBucket } from '../support/content-bucket.ts';
import { useEngine } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withQueries } from '../support/intercepted-table.ts';
import { type StreamClient, useStreams } from '../support/stream-harness.ts';

const engine = useContentBucket().behind(useEngine());
const streams = useStreams(engine);
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table);
});

async function ticket(key: string, body?: object): Promise<string> {
  const { status, body: reply } = await api.call('createStream', { key, body });
  expect(status).toBe(201);
  return reply.connect_url;
}

const open = async (key: string, body?: object): Promise<StreamClient> => streams.open(await ticket(key, body));
const listed = async (key: string) => (await api.call('listStreams', { key })).body.streams;
const connectionOf = async (organizationId: string) =>
  Object.values((await readStreams(engine.table, organizationId)).streams)[0]?.connectionId ?? '';

describe('a ticket', () => {
  test('A ticket connects once, also when two handshakes bring it at the same moment', async () => {
    const { key } = await api.organization();
    const url = await ticket(key);
    const both = await Promise.all([streams.connect(url), streams.connect(url)]);
    expect(both.filter((one) => typeof one === 'number')).toEqual([401]);
    expect(await streams.connect(url)).toBe(401);
    expect(await listed(key)).toHaveLength(1);
  });

  test('A handshake without a ticket, with a malformed or an unknown one is refused', async () => {
    const { key } = await api.organization();
    const url = await ticket(key);
    const [base = ''] = url.split('?');
    expect(await streams.connect(base)).toBe(401);
    expect(await streams.connect(`${base}?ticket=tkt_nonsense`)).toBe(401);
    expect(await streams.connect(`${url.slice(0, -3)}AAA`)).toBe(401);
    expect(await streams.connect(`${base}/elsewhere?${url.split('?')[1]}`)).toBe(403);
  });

  test('A ticket that is older than a minute connects no more', async () => {
    const { key } = await api.organization();
    api.now = () => Date.now() - MINUTE - 1;
    const url = await ticket(key).finally(() => {
      api.now = Date.now;
    });
    expect(await streams.connect(url)).toBe(401);
  });

  test('A ticket connects no more when its key was revoked, its agent suspended or its stream deleted', async () => {
    const { key } = await api.organization();
    const [one, other] = [await api.agent(key), await api.agent(key)];
    const [revoked, suspended] = [await ticket(one.key), await ticket(other.key)];
    const { body: created } = await api.call('createStream', { key });
    const keys = (await api.call('listApiKeys', { key })).body.api_keys;
    const id = keys.find((listedKey) => listedKey.identity_id === one.id)?.id ?? '';
    expect((await api.call('revokeApiKey', { key, params: { id } })).status).toBe(200);
    expect((await api.call('suspendIdentity', { key, params: { id: other.id } })).status).toBe(200);
    expect((await api.call('deleteStream', { key, params: { id: created.id } })).status).toBe(204);
    expect(await streams.connect(revoked)).toBe(401);
    expect(await streams.connect(suspended)).toBe(403);
    expect(await streams.connect(created.connect_url)).toBe(401);
  });
});

describe('an event stream', () => {
  test('A stream begins with ready, and each message names the cursor of the one before', async () => {
    const { id, key } = await api.organization();
    const earlier = await streams.append(id);
    const client = await open(key);
    const first = await streams.append(id);
    const second = await streams.append(id);
    await streams.push();
    const [at, one, two] = [earlier, first, second].map(({ createdAt }) => new Date(createdAt).toISOString());
    expect(client.messages).toEqual([
      { type: 'ready', cursor: at },
      { type: 'event', after: at, cursor: one, event: expect.objectContaining({ id: first.id, created_at: one }) },
      { type: 'event', after: one, cursor: two, event: expect.objectContaining({ id: second.id, created_at: two }) },
    ]);
  });

  test('With since, a stream begins with the events between it and now', async () => {
    const { id, key } = await api.organization();
    const events = [];
    for (let count = 0; count < 120; count++) events.push(await streams.commitEvent(id));
    const since = new Date(events[0]?.createdAt ?? 0).toISOString();
    const client = await open(key, { since });
    expect(client.eventIds).toEqual(events.slice(1).map((event) => event.id));
  });

  test('An event between the request and the connection is not missed', async () => {
    const { id, key } = await api.organization();
    const url = await ticket(key);
    const event = await streams.append(id);
    expect((await streams.open(url)).eventIds).toEqual([event.id]);
  });

  test('A stream sends the types and the agent that it was opened for, and an agent key’s only its own events', async () => {
    const { id, key } = await api.organization();
    const [one, other] = [await api.agent(key), await api.agent(key)];
    const all = await open(key);
    const received = await open(key, { types: ['mail.received', 'mail.bounced'] });
    const ofOther = await open(key, { identity_id: other.id });
    const own = await open(one.key);
    const a = await streams.append(id, { identityId: one.id });
    const b = await streams.append(id, { identityId: other.id, type: 'mail.received' });
    const c = await streams.append(id);
    await streams.push();
    expect(all.eventIds).toEqual([a.id, b.id, c.id]);
    expect(received.eventIds).toEqual([b.id]);
    expect(ofOther.eventIds).toEqual([b.id]);
    expect(own.eventIds).toEqual([a.id]);
    expect((await api.call('createStream', { key: one.key, body: { identity_id: other.id } })).status).toBe(403);
  });

  test('An event above 32 KB arrives as a pointer', async () => {
    const { id, key } = await api.organization();
    const client = await open(key);
    const large = await streams.append(id, { type: 'mail.received', subject: 'ä'.repeat(17_000) });
    const next = await streams.append(id, { type: 'mail.received', subject: 'ä'.repeat(15_000) });
    const larger = await streams.append(id, { type: 'mail.received', subject: 'ä'.repeat(50_000) });
    await streams.push();
    const cursor = new Date(large.createdAt).toISOString();
    expect(client.messages[1]).toEqual({ type: 'pointer', after: expect.any(String), cursor, event_id: large.id });
    expect(client.messages[2]).toMatchObject({ type: 'event', after: cursor, event: { id: next.id } });
    expect(client.messages[3]).toMatchObject({ type: 'pointer', event_id: larger.id });
  });

  test('An event after one that is still being written waits for it', async () => {
    const { id, key } = await api.organization();
    const client = await open(key);
    const writing = await takeTicket(engine.table, id, Date.now());
    const event = await streams.append(id);
    await streams.push();
    expect(client.eventIds).toEqual([]);
    // The worker has left a job for later, because nothing else would tell it that the gap is closed.
    expect(streams.queue.counts.delayed).toBeGreaterThan(0);
    await closeTicket(engine.table, id, writing, Date.now());
    await eventually(async () => {
      await streams.push();
      expect(client.eventIds).toEqual([event.id]);
    });
  });

  test('A batch of events is one job for each stream, and an organization without streams has none', async () => {
    const [busy, quiet] = [await api.organization(), await api.organization()];
    await open(busy.key);
    await open(busy.key);
    const before = streams.queue.counts.ready;
    const events = [];
    for (let count = 0; count < 5; count++) events.push(await streams.commitEvent(busy.id));
    events.push(await streams.commitEvent(quiet.id));
    await streams.relay(...events);
    expect(streams.queue.counts.ready - before).toBe(2);
    await streams.push();
  });

  test('Workers that push one stream at the same time send each event once and in order', async () => {
    const { id, key } = await api.organization();
    const client = await open(key);
    const ids: string[] = [];
    for (let round = 0; round < 8; round++) {
      const writers = Array.from({ length: 4 }, () => streams.append(id));
      await Promise.all([...writers, streams.push(), streams.push(), streams.push()]);
      ids.push(...(await Promise.all(writers)).map((event) => event.id));
    }
    await streams.push();
    expect(client.eventIds).toEqual(ids.toSorted());
  });

  test('A ping is answered with the cursor, and makes the service look for events of a lost job', async () => {
    const { id, key } = await api.organization();
    const client = await open(key);
    const event = await streams.commitEvent(id);
    client.send({ type: 'ping' });
    await eventually(async () => {
      await streams.push();
      expect(client.eventIds).toEqual([event.id]);
    });
    client.send({ type: 'ping' });
    const cursor = new Date(event.createdAt).toISOString();
    await eventually(async () => expect(client.messages.at(-1)).toEqual({ type: 'pong', cursor }));
  });

  test('After resume, what came after its time is sent again with the same cursors', async () => {
    const { id, key } = await api.organization();
    const client = await open(key);
    for (let count = 0; count < 3; count++) await streams.append(id);
    await streams.push();
    const sent = client.messages.slice(1);
    client.send({ type: 'resume', since: sent[0]?.cursor });
    await eventually(async () => {
      await streams.push();
      expect(client.messages.slice(4)).toEqual(sent.slice(1));
    });
  });
});

describe('losing access', () => {
  test('A stream of a revoked key gets nothing that was not sent before, and is closed', async () => {
    const { id, key } = await api.organization();
    const agent = await api.agent(key);
    const client = await open(agent.key);
    await streams.append(id, { identityId: agent.id });
    const keys = (await api.call('listApiKeys', { key })).body.api_keys;
    const keyId = keys.find((one) => one.identity_id === agent.id)?.id ?? '';
    await api.call('revokeApiKey', { key, params: { id: keyId } });
    await streams.push();
    expect(client.messages.slice(1)).toEqual([{ type: 'closing', reason: 'key_revoked' }]);
    expect(await client.closed).toBe(1008);
    expect(await listed(key)).toEqual([]);
  });

  test('An idle stream is closed when its agent is suspended, and the streams of others stay', async () => {
    const { id, key } = await api.organization();
    const [one, other] = [await api.agent(key), await api.agent(key)];
    const [suspended, unconcerned, ofOrganization] = [await open(one.key), await open(other.key), await open(key)];
    await api.call('suspendIdentity', { key, params: { id: one.id } });
    await streams.relayOutbox(id);
    await streams.push();
    expect(suspended.messages.at(-1)).toEqual({ type: 'closing', reason: 'agent_suspended' });
    await suspended.closed;
    const event = await streams.append(id, { identityId: other.id });
    await streams.push();
    expect([suspended.eventIds, unconcerned.eventIds, ofOrganization.eventIds]).toEqual([[], [event.id], [event.id]]);
  });

  test('A key that is revoked in the middle of a backlog stops it there', async () => {
    const { id, key } = await api.organization();
    const agent = await api.agent(key);
    for (let count = 0; count < 30; count++) await streams.commitEvent(id, { identityId: agent.id });
    const url = await ticket(agent.key, { since: '1970-01-01T00:00:00Z' });
    const client = (await streams.connect(url)) as StreamClient;
    const pushing = streams.push();
    await eventually(async () => expect(client.eventIds.length).toBeGreaterThan(2));
    const keys = (await api.call('listApiKeys', { key })).body.api_keys;
    await api.call('revokeApiKey', { key, params: { id: keys.find((one) => one.identity_id === agent.id)?.id ?? '' } });
    await pushing;
    expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'key_revoked' });
    expect(client.eventIds.length).toBeLessThan(30);
  });
});

describe('the list of streams', () => {
  test('An agent key sees and closes the streams of its own agent, an org key all', async () => {
    const { id, key } = await api.organization();
    const [one, other] = [await api.agent(key), await api.agent(key)];
    const mine = await open(one.key, { types: ['mail.sent'] });
    await open(key, { identity_id: one.id });
    await api.call('createStream', { key: one.key });
    expect(await listed(key)).toHaveLength(2);
    const [record] = await listed(one.key);
    expect(await listed(one.key)).toEqual([
      {
        id: expect.stringMatching(/^str_/),
        identity_id: one.id,
        types: ['mail.sent'],
        connected_at: expect.any(String),
        key_id: expect.stringMatching(/^key_/),
      },
    ]);
    expect(await listed(other.key)).toEqual([]);
    const params = { id: record?.id ?? '' };
    expect((await api.call('deleteStream', { key: other.key, params })).status).toBe(404);
    expect((await api.call('deleteStream', { key: one.key, params })).status).toBe(204);
    expect((await api.call('deleteStream', { key: one.key, params })).status).toBe(404);
    expect(await listed(one.key)).toEqual([]);
    await streams.relayOutbox(id);
    await streams.push();
    expect(mine.messages.at(-1)).toEqual({ type: 'closing', reason: 'deleted' });
    expect(await mine.closed).toBe(1008);
  });

  test('A connection that ended is no longer listed, whether $disconnect told of it or a failed message', async () => {
    const { id, key } = await api.organization();
    const client = await open(key);
    client.socket.close();
    await eventually(async () => expect(await listed(key)).toEqual([]));
    await open(key);
    const connectionId = await connectionOf(id);
    // The gateway no longer knows the connection, and never calls $disconnect.
    (streams.gateway as unknown as { connections: Map<string, unknown> }).connections.delete(connectionId);
    const late = Date.now() + MINUTE;
    const now = Date.now;
    await streams.append(id);
    Date.now = () => late;
    await streams.push().finally(() => {
      Date.now = now;
    });
    expect(await listed(key)).toEqual([]);
    expect(await findConnection(engine.table, connectionId)).toBeUndefined();
  });
});

describe('limits', () => {
  test('Of concurrent requests, exactly as many get a ticket as the organization may have streams', async () => {
    const limited = new InProcessApi(engine.table, { streamsPerOrganization: 4 });
    const { key } = await limited.organization();
    const replies = await Promise.all(Array.from({ length: 9 }, () => limited.call('createStream', { key })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toBe('60');
    expect(refused?.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
    expect(refused?.body.error.message).toContain('At most 4 event streams for one organization');
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

  test('The relay asks for endpoints and streams with one query', async () => {
    const { id, key } = await api.organization();
    await open(key);
    const { subscribersOf } = await import('#shared/data/entities/subscribers.ts');
    const queries: string[] = [];
    const { streams: found } = await subscribersOf(
      withQueries(engine.table, (pk) => queries.push(pk)),
      id,
    );
    expect(queries).toEqual([`WEBHOOK#${id}`]);
    expect(Object.keys(found.streams)).toHaveLength(1);
  });
});

describe('bad input on the socket', () => {
  test.each<[string, string | Buffer]>([
    ['text that is not JSON', 'ping'],
    ['JSON that is no object', '[1]'],
    ['an unknown type', '{"type":"subscribe"}'],
    ['a type of the prototype', '{"type":"constructor"}'],
    ['an unknown field', '{"type":"ping","since":1}'],
    ['a resume without a time', '{"type":"resume"}'],
    ['a resume with a malformed time', '{"type":"resume","since":"yesterday"}'],
    ['more than 1 KB', JSON.stringify({ type: 'ping', padding: 'x'.repeat(2000) })],
    ['binary data', Buffer.from('{"type":"ping"}')],
  ])('A client that sends %s is closed with the reason and 1008', async (_, message) => {
    const { key } = await api.organization();
    const client = await open(key);
    client.send(message);
    expect(await client.closed).toBe(1008);
    expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'invalid_message' });
    expect(await listed(key)).toEqual([]);
  });

  test('A client that floods the connection is closed, and the others are served', async () => {
    const { id, key } = await api.organization();
    const [flooding, calm] = [await open(key), await open(key)];
    for (let count = 0; count < 130; count++) flooding.send({ type: 'ping' });
    await flooding.closed;
    // The service handles several messages of a client at once: replies to some may follow.
    const others = flooding.messages.filter(({ type }) => type !== 'ready' && type !== 'pong');
    expect(others).toEqual([{ type: 'closing', reason: 'too_many_messages' }]);
    const event = await streams.append(id);
    await streams.push();
    expect(calm.eventIds).toEqual([event.id]);
  });

  test('A message that is larger than API Gateway accepts closes the connection with 1009', async () => {
    const { key } = await api.organization();
    const client = await open(key);
    client.send('x'.repeat(200_000));
    expect(await client.closed).toBe(1009);
    await eventually(async () => expect(await listed(key)).toEqual([]));
  });

  test('A client that does not read is closed after five refused messages, with growing pauses between them', async () => {
    const { id, key } = await api.organization();
    const slow = await open(key);
    const slowId = await connectionOf(id);
    const other = await open(key);
    const post = streams.gateway.post.bind(streams.gateway);
    let refused = 0;
    streams.gateway.post = (connectionId, data) => {
      if (connectionId !== slowId || String(data).includes('closing')) return post(connectionId, data);
      refused += 1;
      throw new ServiceError('LimitExceededException', 'The client does not read', 429);
    };
    const ids: string[] = [];
    const now = Date.now;
    for (let count = 1; count <= 5; count++) {
      // Between two tries, events make no further one, and the other stream is not delayed.
      for (let event = 0; event < 3; event++) ids.push((await streams.append(id)).id);
      await streams.push();
      expect([refused, other.eventIds]).toEqual([count, ids]);
      const later = Date.now() + MINUTE;
      Date.now = () => later;
    }
    Date.now = now;
    streams.gateway.post = post;
    expect(slow.messages.at(-1)).toEqual({ type: 'closing', reason: 'too_slow' });
    expect(await listed(key)).toHaveLength(1);
  });
});
