import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler } from '#functions/workers/sweep/index.ts';
import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import { recordHeartbeat } from '#shared/data/direct-writes/heartbeat.ts';
import { heartbeatKey, heartbeats } from '#shared/data/entities/log/heartbeat.ts';
import { heartbeatEntry } from '#shared/data/entities/log/outbox.ts';
import { BAD, DeliveryHarness, freshDelivery } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const sqs = mockClient(SQSClient);
const MINUTE = 60_000;

beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: '2' } });
  vi.stubEnv('DELIVERY_QUEUE_URL', 'https://queue.test/delivery');
  vi.stubEnv('FAILURE_QUEUE_URLS', 'https://queue.test/one https://queue.test/two');
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

/** Runs the sweep at a time and returns the metrics that it published. */
async function sweepAt(now: number): Promise<Record<string, number>> {
  vi.setSystemTime(now);
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  await handler();
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, number>);
  write.mockRestore();
  return Object.assign({}, ...lines);
}

test('The sweep measures how late a delivery is from when it was due first, although it moves the due time', async () => {
  const start = Date.now() + 1000 * MINUTE;
  const delivery = await harness.create(freshDelivery());
  await harness.record(await harness.claimed(delivery, start), BAD, [3600], start);
  const due = start + 60 * MINUTE;
  expect((await sweepAt(due - 10 * MINUTE)).OldestDueDeliverySeconds).toBe(0);
  // The worker does not run: the job that each sweep enqueues is not processed.
  const ages = [];
  for (let minute = 0; minute <= 12; minute++) {
    const { OldestDueDeliverySeconds: age } = await sweepAt(due + minute * MINUTE);
    ages.push(age);
  }
  // The schedule of retries varies by a random share, which only moves the beginning.
  const first = ages.findIndex((age) => Number(age) > 0);
  for (const [index, age] of ages.slice(first).entries()) {
    expect(Math.abs(Number(age) - Number(ages[first]) - 60 * index), String(ages)).toBeLessThanOrEqual(1);
  }
  expect(ages.length - first).toBeGreaterThan(5);
});

test('Each sweep sends one heartbeat, and measures the oldest one that any worker has processed', async () => {
  const now = Date.now() + 5000 * MINUTE;
  for (const queue of WORK_QUEUES) await recordHeartbeat(engine.table, queue, now - MINUTE);
  expect((await sweepAt(now)).OldestHeartbeatSeconds).toBe(60);
  const { pk, sk } = heartbeatEntry(now);
  const { Item } = await engine.table.client.send(new GetCommand({ TableName: engine.table.name, Key: { pk, sk } }));
  expect(Item).toMatchObject({ kind: 'heartbeat', createdAt: now, expires_at: Math.ceil(now / 1000) + 3600 });

  for (const queue of WORK_QUEUES)
    if (queue !== 'event-streams') await recordHeartbeat(engine.table, queue, now + 3 * MINUTE);
  // One that arrives late or twice does not take the record back.
  await recordHeartbeat(engine.table, 'outbound-mail', now - 5 * MINUTE);
  expect((await sweepAt(now + 4 * MINUTE)).OldestHeartbeatSeconds).toBe(300);
});

test('A queue that has no record of a heartbeat yet is not late', async () => {
  const now = Date.now() + 9000 * MINUTE;
  const known = await Array.fromAsync(heartbeats(engine.table));
  for (const { sk } of known) await recordHeartbeat(engine.table, sk, now);
  expect((await sweepAt(now)).OldestHeartbeatSeconds).toBe(0);
  expect((await Array.fromAsync(heartbeats(engine.table))).map(({ sk }) => sk).sort()).toEqual(
    WORK_QUEUES.map((queue) => heartbeatKey(queue).sk).sort(),
  );
});

test('The sweep counts the messages of all failure queues, every five minutes', async () => {
  const now = Date.now() + 20_000 * MINUTE;
  expect(await sweepAt(now)).toMatchObject({ FailedMessages: 4 });
  for (let minute = 1; minute < 5; minute++) {
    expect(await sweepAt(now + minute * MINUTE)).not.toHaveProperty('FailedMessages');
  }
  expect(await sweepAt(now + 5 * MINUTE)).toMatchObject({ FailedMessages: 4 });
});

test('A measure that fails is counted and missing, and keeps no other from its work', async () => {
  sqs.on(GetQueueAttributesCommand).rejects(new Error('denied'));
  const now = Date.now() + 30_000 * MINUTE;
  const metrics = await sweepAt(now);
  expect(metrics).toMatchObject({ WorkerFailures: 1, OldestUnsentEmailSeconds: 0 });
  expect(metrics).toHaveProperty('OldestHeartbeatSeconds');
  expect(metrics).not.toHaveProperty('FailedMessages');
  const found = await engine.table.client.send(
    new QueryCommand({
      TableName: engine.table.name,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': heartbeatEntry(now).pk, ':sk': String(now) },
    }),
  );
  expect(found.Count).toBe(1);
});
