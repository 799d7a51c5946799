import { expect, test } from 'vitest';
import { takeTicket } from '#shared/data/direct-writes/event-clock.ts';
import { closeTicket } from '#shared/data/direct-writes/tombstone.ts';
import { subscribersOf } from '#shared/data/entities/delivery/subscribers.ts';
import { useContentBucket } from '../support/content-bucket.ts';
import { useEngine } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { withQueries } from '../support/intercepted-table.ts';
import { useStreams } from '../support/stream-harness.ts';

const engine = useContentBucket().behind(useEngine());
const streams = useStreams(engine);

test('A stream begins with ready, and each message names the cursor of the one before', async () => {
  const { id, key } = await streams.api.organization();
  const earlier = await streams.append(id);
  const client = await streams.openFor(key);
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
  const { id, key } = await streams.api.organization();
  const events = [];
  for (let count = 0; count < 120; count++) events.push(await streams.commitEvent(id));
  const since = new Date(events[0]?.createdAt ?? 0).toISOString();
  const client = await streams.openFor(key, { since });
  expect(client.eventIds).toEqual(events.slice(1).map((event) => event.id));
});

test('An event between the request and the connection is not missed', async () => {
  const { id, key } = await streams.api.organization();
  const url = await streams.ticket(key);
  const event = await streams.append(id);
  expect((await streams.open(url)).eventIds).toEqual([event.id]);
});

test('A stream sends the types and the agent that it was opened for, and an agent key’s only its own events', async () => {
  const { id, key } = await streams.api.organization();
  const [one, other] = [await streams.api.agent(key), await streams.api.agent(key)];
  const all = await streams.openFor(key);
  const received = await streams.openFor(key, { types: ['mail.received', 'mail.bounced'] });
  const ofOther = await streams.openFor(key, { identity_id: other.id });
  const own = await streams.openFor(one.key);
  const a = await streams.append(id, { identityId: one.id });
  const b = await streams.append(id, { identityId: other.id, type: 'mail.received' });
  const c = await streams.append(id);
  await streams.push();
  expect(all.eventIds).toEqual([a.id, b.id, c.id]);
  expect(received.eventIds).toEqual([b.id]);
  expect(ofOther.eventIds).toEqual([b.id]);
  expect(own.eventIds).toEqual([a.id]);
  expect((await streams.api.call('createStream', { key: one.key, body: { identity_id: other.id } })).status).toBe(403);
});

test('An event above 32 KB arrives as a pointer', async () => {
  const { id, key } = await streams.api.organization();
  const client = await streams.openFor(key);
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
  const { id, key } = await streams.api.organization();
  const client = await streams.openFor(key);
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
  const [busy, quiet] = [await streams.api.organization(), await streams.api.organization()];
  await streams.openFor(busy.key);
  await streams.openFor(busy.key);
  const before = streams.queue.counts.ready;
  const events = [];
  for (let count = 0; count < 5; count++) events.push(await streams.commitEvent(busy.id));
  events.push(await streams.commitEvent(quiet.id));
  await streams.relay(...events);
  expect(streams.queue.counts.ready - before).toBe(2);
  await streams.push();
});

test('Workers that push one stream at the same time send each event once and in order', async () => {
  const { id, key } = await streams.api.organization();
  const client = await streams.openFor(key);
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
  const { id, key } = await streams.api.organization();
  const client = await streams.openFor(key);
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
  const { id, key } = await streams.api.organization();
  const client = await streams.openFor(key);
  for (let count = 0; count < 3; count++) await streams.append(id);
  await streams.push();
  const sent = client.messages.slice(1);
  client.send({ type: 'resume', since: sent[0]?.cursor });
  await eventually(async () => {
    await streams.push();
    expect(client.messages.slice(4)).toEqual(sent.slice(1));
  });
});

test('The relay asks for endpoints and streams with one query', async () => {
  const { id, key } = await streams.api.organization();
  await streams.openFor(key);
  const queries: string[] = [];
  const { streams: found } = await subscribersOf(
    withQueries(engine.table, (pk) => queries.push(pk)),
    id,
  );
  expect(queries).toEqual([`WEBHOOK#${id}`]);
  expect(Object.keys(found.streams)).toHaveLength(1);
});
