import { expect, test, vi } from 'vitest';
import { ServiceError } from '#local/http/service-error.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { useContentBucket } from '../support/content-bucket.ts';
import { useEngine } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { useStreams } from '../support/stream-harness.ts';

const engine = useContentBucket().behind(useEngine());
const streams = useStreams(engine);

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
  const { key } = await streams.api.organization();
  const client = await streams.openFor(key);
  client.send(message);
  expect(await client.closed).toBe(1008);
  expect(client.messages.at(-1)).toEqual({ type: 'closing', reason: 'invalid_message' });
  expect(await streams.listed(key)).toEqual([]);
});

test('A client that floods the connection is closed, and the others are served', async () => {
  const { id, key } = await streams.api.organization();
  const [flooding, calm] = [await streams.openFor(key), await streams.openFor(key)];
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
  const { key } = await streams.api.organization();
  const client = await streams.openFor(key);
  client.send('x'.repeat(200_000));
  expect(await client.closed).toBe(1009);
  await eventually(async () => expect(await streams.listed(key)).toEqual([]));
});

test('A client that does not read is closed after five refused messages, with growing pauses between them', async () => {
  const { id, key } = await streams.api.organization();
  const slow = await streams.openFor(key);
  const slowId = await streams.connectionOf(id);
  const other = await streams.openFor(key);
  const post = streams.gateway.post.bind(streams.gateway);
  let refused = 0;
  streams.gateway.post = (connectionId, data) => {
    if (connectionId !== slowId || String(data).includes('closing')) return post(connectionId, data);
    refused += 1;
    throw new ServiceError('LimitExceededException', 'The client does not read', 429);
  };
  const ids: string[] = [];
  const clock = vi.spyOn(Date, 'now');
  let now = Date.now();
  for (let count = 1; count <= 5; count++) {
    // No time passes until the next try.
    clock.mockReturnValue(now);
    // Between two tries, events make no further one, and the other stream is not delayed.
    for (let event = 0; event < 3; event++) ids.push((await streams.append(id)).id);
    await streams.push();
    expect([refused, other.eventIds]).toEqual([count, ids]);
    now += MINUTE;
  }
  clock.mockRestore();
  streams.gateway.post = post;
  expect(slow.messages.at(-1)).toEqual({ type: 'closing', reason: 'too_slow' });
  expect(await streams.listed(key)).toHaveLength(1);
});
