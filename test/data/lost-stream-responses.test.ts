import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServiceError } from '#local/http/service-error.ts';
import type { CallFault } from '#testing/faults/disturbance.ts';
import { type FaultProxy, startFaultProxy } from '#testing/faults/stack/fault-proxy.ts';
import { useEngine } from '../support/engine.ts';
import { settleDelay } from '../support/eventually.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { useStreams } from '../support/stream-harness.ts';

/** How long a stream waits after a message that API Gateway did not accept. */
const RETRY_MS = 2000;

const engine = useEngine();
const streams = useStreams(engine);
let proxy: FaultProxy;
let updates = 0;

/** The response to every other update is lost: the first one, and not that to its repetition. */
function draw(_service: string, operation: string): { fault: CallFault; size: number } | undefined {
  if (operation !== 'UpdateItem') return undefined;
  updates += 1;
  return updates % 2 === 1 ? { fault: 'lost', size: 0 } : undefined;
}

beforeAll(async () => {
  proxy = await startFaultProxy({ dice: { draw }, onDeliveryFault: () => {} });
  proxy.forwardTo(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  // The clients of the workers are created at their first call.
  process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.url;
});
afterAll(() => proxy.close());

test('A stream continues after a refused message, although the response to each of its writes is lost', async () => {
  const api = new InProcessApi(engine.table);
  const { id, key } = await api.organization();
  const { body } = await api.call('createStream', { key });
  const client = await streams.open(body.connect_url);
  expect(client.messages.map(({ type }) => type)).toEqual(['ready']);

  const post = streams.gateway.post.bind(streams.gateway);
  streams.gateway.post = () => {
    streams.gateway.post = post;
    throw new ServiceError('LimitExceededException', 'The client does not read', 429);
  };
  const event = await streams.append(id);
  await streams.push();
  expect(client.eventIds).toEqual([]);
  await settleDelay(RETRY_MS + 200);
  await streams.push();
  expect(client.eventIds).toEqual([event.id]);
  expect(updates).toBeGreaterThan(3);
});
