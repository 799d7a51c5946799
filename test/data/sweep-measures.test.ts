import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler } from '#functions/workers/sweep/index.ts';
import { RELAYED_QUEUES, WORK_QUEUES } from '#shared/contract/jobs.ts';
import { recordHeartbeat } from '#shared/data/direct-writes/heartbeat.ts';
import { findWays, heartbeatKey, heartbeats } from '#shared/data/entities/log/heartbeat.ts';
import { heartbeatEntry } from '#shared/data/entities/log/outbox.ts';
import { BAD, DeliveryHarness, freshDelivery } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const sqs = mockClient(SQSClient);
const sns = mockClient(SNSClient);
const mail = mockClient(SESv2Client);
const receiving = mockClient(SESClient);
const MINUTE = 60_000;

/** SES says that the mail domain of the stage is proved, or that it is not. */
const proved = (isProved: boolean) =>
  mail.on(GetEmailIdentityCommand).resolves({
    VerifiedForSendingStatus: isProved,
    DkimAttributes: { SigningEnabled: true, Status: isProved ? 'SUCCESS' : 'FAILED' },
  });

beforeEach(() => {
  for (const mock of [sqs, sns, mail, receiving]) mock.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  sns.on(PublishCommand).resolves({});
  proved(true);
  mail.on(GetAccountCommand).resolves({ SendingEnabled: true });
  receiving.on(DescribeActiveReceiptRuleSetCommand).resolves({ Metadata: { Name: 'aid-test-inbound' } });
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { ApproximateNumberOfMessages: '2' } });
  vi.stubEnv('DELIVERY_QUEUE_URL', 'https://queue.test/delivery');
  vi.stubEnv('STAGE', 'test');
  vi.stubEnv('MAIL_DOMAIN', 'agents.test');
  vi.stubEnv('RECEIPT_RULE_SET', 'aid-test-inbound');
  vi.stubEnv('INBOUND_MAIL_TOPIC', 'arn:aws:sns:eu-central-1:1:aid-test-inbound-mail');
  vi.stubEnv('MAIL_STATUS_TOPIC', 'arn:aws:sns:eu-central-1:1:aid-test-mail-status');
  vi.stubEnv('FAILURE_QUEUE_URLS', 'https://queue.test/one https://queue.test/two');
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

type Line = Record<string, number | string>;

/** Runs the sweep at a time and returns the lines of metrics that it published. */
async function linesAt(now: number): Promise<Line[]> {
  vi.setSystemTime(now);
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  await handler();
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)) as Line);
  write.mockRestore();
  return lines;
}

/** The same, as one record of what it published about itself and the workers. */
async function sweepAt(now: number): Promise<Line> {
  const lines = await linesAt(now);
  return Object.assign({}, ...lines.filter(({ service }) => !/-(?:way|account)\b/.test(String(service))));
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

/** The outbox entry of the heartbeat that the sweep has written at this time. */
async function entryAt(now: number) {
  const { pk, sk } = heartbeatEntry(now, []);
  const { Item } = await engine.table.client.send(new GetCommand({ TableName: engine.table.name, Key: { pk, sk } }));
  return Item;
}

/** Records that the workers of these queues have processed the signal of this time. */
async function processed(at: number, queues: readonly string[] = WORK_QUEUES): Promise<void> {
  for (const queue of queues) await recordHeartbeat(engine.table, queue, at);
}

test('A queue gets a signal every two minutes, and each minute while its worker has not processed the last one', async () => {
  const start = Date.now() + 5000 * MINUTE;
  const at = (minute: number) => start + minute * MINUTE;
  const oldestAt = async (minute: number) => (await sweepAt(at(minute))).OldestHeartbeatSeconds;
  await processed(start);
  expect(await oldestAt(1)).toBe(0);
  expect(await entryAt(at(1))).toBeUndefined();
  expect(await oldestAt(2)).toBe(0);
  expect(await entryAt(at(2))).toMatchObject({
    kind: 'heartbeat',
    queues: RELAYED_QUEUES,
    createdAt: at(2),
    expires_at: Math.ceil(at(2) / 1000) + 3600,
  });

  const others = WORK_QUEUES.filter((queue) => queue !== 'event-streams');
  await processed(at(2), others);
  // One that arrives late or twice does not take the record back.
  await processed(at(-5), ['outbound-mail']);
  expect(await oldestAt(3)).toBe(180);
  expect((await entryAt(at(3)))?.queues).toEqual(['event-streams']);
  expect(await oldestAt(4)).toBe(240);
  expect((await entryAt(at(4)))?.queues).toEqual(RELAYED_QUEUES);
  await processed(at(4));
  expect(await oldestAt(5)).toBe(0);
});

test('A run of the sweep that is left out makes no queue late, because no signal was sent in it', async () => {
  const start = Date.now() + 6000 * MINUTE;
  const oldestAt = async (minute: number) => (await sweepAt(start + minute * MINUTE)).OldestHeartbeatSeconds;
  await processed(start);
  expect(await oldestAt(1)).toBe(0);
  expect(await oldestAt(3)).toBe(0);
  expect((await entryAt(start + 3 * MINUTE))?.queues).toEqual(RELAYED_QUEUES);
  expect(await oldestAt(4)).toBe(240);
});

test('The heartbeat of a queue that gets its jobs from a topic is published there, and one topic does not hold up the other', async () => {
  const now = Date.now() + 7000 * MINUTE;
  await processed(now - 2 * MINUTE);
  sns.on(PublishCommand, { TopicArn: process.env.INBOUND_MAIL_TOPIC }).rejects(new Error('denied'));
  expect(await sweepAt(now)).toHaveProperty('OldestHeartbeatSeconds');
  expect(RELAYED_QUEUES).not.toContain('mail-status');
  const published = sns.commandCalls(PublishCommand).map(({ firstArg }) => firstArg.input);
  expect(published).toContainEqual({
    TopicArn: process.env.MAIL_STATUS_TOPIC,
    Message: JSON.stringify({ kind: 'heartbeat', sentAt: now }),
  });
  expect(published.map(({ TopicArn }) => TopicArn)).toContain(process.env.INBOUND_MAIL_TOPIC);
});

test('A setting of the account that is wrong has a metric while it is late, and the heartbeat of the stage is not late', async () => {
  const start = Date.now() + 8000 * MINUTE;
  const metricsAt = async (minute: number) => {
    await processed(start + (minute - 1) * MINUTE);
    return linesAt(start + minute * MINUTE);
  };
  for (let minute = 0; minute < 3; minute++) await metricsAt(minute);
  proved(false);
  const lines: Line[] = [];
  for (let minute = 3; minute < 9; minute++) lines.push(...(await metricsAt(minute)));
  const of = (service: string) => lines.filter((line) => line.service === service);
  const ages = of('aid-test-account').map((line) => Number(line.OldestHeartbeatSeconds));
  expect(ages.length).toBeGreaterThan(2);
  expect(Math.min(...ages)).toBeGreaterThan(150);
  expect(of('aid-test-way-mail-domain').map((line) => line.OldestHeartbeatSeconds)).toEqual(ages);
  const own = lines.filter(({ service }) => !/-(?:way|account)\b/.test(String(service)));
  const stage = own.flatMap((line) => line.OldestHeartbeatSeconds ?? []);
  expect(stage.length).toBeGreaterThan(4);
  expect(Math.max(...stage.map(Number))).toBe(0);
  expect((await findWays(engine.table))?.ages).toMatchObject({ sending: expect.any(Number) });
  proved(true);
  await metricsAt(9);
  const after = await metricsAt(10);
  expect(after.filter((line) => line.service === 'aid-test-account')).toEqual([]);
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
  await processed(now - 2 * MINUTE);
  const metrics = await sweepAt(now);
  expect(metrics).toMatchObject({ WorkerFailures: 1, OldestUnsentEmailSeconds: 0 });
  expect(metrics).toHaveProperty('OldestHeartbeatSeconds');
  expect(metrics).not.toHaveProperty('FailedMessages');
  expect(await entryAt(now)).toMatchObject({ queues: RELAYED_QUEUES });
});
