import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Functions } from '#local/functions/functions.ts';
import type { MappingDefinition } from '#local/sources/mapping-definition.ts';
import { QueueMapping } from '#local/sources/queue-mapping.ts';
import { eventually } from '../support/eventually.ts';
import { definition, openQueues } from './support/memory-queue.ts';

interface Batch {
  readonly Records: readonly { readonly messageId: string; readonly body: string; readonly attributes: object }[];
}

const MAPPING: MappingDefinition = {
  id: 'm',
  functionName: 'f',
  sourceArn: 'arn:aws:sqs:us-east-1:000000000000:q',
  batchSize: 10,
  windowSeconds: 0,
  filters: [],
  reportsItemFailures: true,
  bisects: false,
  maxRetries: -1,
  maxRecordAgeSeconds: -1,
  onFailureArn: undefined,
  maxConcurrency: 10,
};

function start(
  handle: (batch: Batch) => unknown,
  mapping: Partial<MappingDefinition> = {},
  visibilityTimeoutSeconds = 1,
) {
  const { queue } = openQueues([definition('q', { visibilityTimeoutSeconds })]);
  const batches: Batch[] = [];
  const functions = {
    invoke: async (_name: string, event: Batch) => {
      batches.push(event);
      return JSON.stringify((await handle(event)) ?? null);
    },
  } as unknown as Functions;
  const running = new QueueMapping({ ...MAPPING, ...mapping }, queue('q'), functions);
  running.start();
  return { queue: queue('q'), batches, stop: () => running.stop() };
}

test('Messages of a batch that are not reported as failed are deleted, the rest is received again', async () => {
  const seen: string[] = [];
  const { queue, stop } = start(({ Records }) => {
    seen.push(...Records.map(({ body }) => body));
    return {
      batchItemFailures: Records.filter(({ body }) => body === 'bad').map(({ messageId }) => ({
        itemIdentifier: messageId,
      })),
    };
  });
  queue.send([{ body: 'good' }, { body: 'bad' }]);
  await eventually(() => {
    // It is received again each second from now on.
    expect(seen.slice(0, 3)).toEqual(['good', 'bad', 'bad']);
    expect(seen.filter((body) => body === 'good')).toHaveLength(1);
    expect(queue.counts.ready + queue.counts.inFlight).toBe(1);
  });
  stop();
});

test.each([
  ['an exception', () => Promise.reject(new Error('no'))],
  ['an unknown item in the reply', () => ({ batchItemFailures: [{ itemIdentifier: 'unknown' }] })],
])('After %s of the function the whole batch stays in the queue', async (_name, handle) => {
  const { queue, batches, stop } = start(handle, {}, 60);
  queue.send([{ body: 'a' }, { body: 'b' }]);
  await eventually(() => expect(batches).toHaveLength(1));
  await sleep(30);
  expect(batches).toHaveLength(1);
  expect(queue.counts).toMatchObject({ inFlight: 2 });
  stop();
});

test('Filters also match inside a JSON body, and the messages that they reject are deleted', async () => {
  const { queue, batches, stop } = start(() => null, { filters: [{ body: { kind: ['wanted'] } }] });
  queue.send([{ body: '{"kind":"wanted"}' }, { body: '{"kind":"other"}' }, { body: 'no json' }]);
  await eventually(() => {
    expect(batches.flatMap(({ Records }) => Records.map(({ body }) => body))).toEqual(['{"kind":"wanted"}']);
    expect(queue.counts).toEqual({ ready: 0, inFlight: 0, delayed: 0 });
  });
  stop();
});

test('A group with a consumer that hangs does not delay the other groups', async () => {
  const consumed = new Set<string>();
  const { queue, stop } = start(
    async ({ Records }) => {
      for (const { body } of Records) if (body !== 'hang') consumed.add(body);
      if (!Records.some(({ body }) => body === 'hang')) return;
      await new Promise(() => {});
    },
    { maxConcurrency: 4 },
    // The messages that hang must not be received again and take the other slots.
    60,
  );
  for (let round = 0; round < 20; round++) {
    queue.send(Array.from({ length: 10 }, () => ({ body: 'hang', group: 'dead' })));
    await sleep(2);
    queue.send([{ body: `round ${round}`, group: `group ${round}` }]);
  }
  await eventually(async () => expect(consumed.size).toBe(20));
  stop();
});
