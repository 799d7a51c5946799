import type { Tag } from '@aws-sdk/client-s3';
import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler } from '#functions/workers/inbound-mail/index.ts';
import { type Services, startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import type { Queue } from '#local/emulators/queues/queue.ts';
import { UNROUTABLE_TAG } from '#shared/domain/mail/unroutable.ts';
import { definition, openQueues } from '../local/support/memory-queue.ts';
import { useEngine } from '../support/engine.ts';
import { hookOrganization } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { INVOCATION } from '../support/invocation.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { notificationOf, storeMail } from '../support/receive-mails.ts';

const engine = useEngine();
let api: InProcessApi;
let queue: Queue;
let close: () => unknown;
const tags = new Map<string, Tag[]>();

beforeAll(async () => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  api = new InProcessApi(engine.table);
  memoryBucket(tags);
  const aws = await startAwsEndpoint('test');
  close = () => aws.close();
  const opened = openQueues([definition('inbound-mail', { url: `${aws.url}/000000000000/inbound-mail` })]);
  queue = opened.queue('inbound-mail');
  aws.open({ queues: opened.queues } as unknown as Services);
  process.env.AWS_ENDPOINT_URL_SQS = aws.url;
  process.env.INBOUND_MAIL_QUEUE_URL = queue.definition.url;
});

afterAll(() => close());

const raw = Buffer.from('From: ada@example.com\r\nSubject: hello\r\n\r\ntext');

async function announce(to: readonly string[]): Promise<string> {
  const id = await storeMail(raw);
  queue.send([{ body: JSON.stringify(notificationOf(id, to)) }]);
  return id;
}

/** Runs the worker for the next messages, which waited for `waitedMs`. Returns whether there were any. */
async function processBatch(waitedMs: number): Promise<boolean> {
  const messages = queue.receive({ max: 5 });
  if (messages.length === 0) return false;
  const attributes = { SentTimestamp: String(Date.now() - waitedMs) };
  const Records = messages.map(({ id, body }) => ({ messageId: id, body, attributes, eventSource: 'aws:sqs' }));
  const { batchItemFailures } = await handler({ Records } as unknown as SQSEvent, INVOCATION as Context);
  expect(batchItemFailures).toEqual([]);
  queue.delete(messages.flatMap(({ receipt }) => receipt ?? []));
  return true;
}

test('Behind the flood of one organization, the mail of another is among the first to be ingested', async () => {
  const [flooded, quiet] = [await hookOrganization(api), await hookOrganization(api)];
  for (let count = 0; count < 20; count++) await announce([flooded.address]);
  await announce([quiet.address]);
  while ((await quiet.messages()).length === 0) expect(await processBatch(10_000)).toBe(true);
  // The batch in which its notification was sorted, and the next one, contained four emails of the flood each.
  expect(queue.counts.ready).toBeGreaterThanOrEqual(12);
  while (await processBatch(10_000));
  expect((await flooded.events()).filter(({ type }) => type === 'mail.received').length).toBe(20);
});

test('An email to two organizations that waited is ingested once for each, also if its notification is repeated', async () => {
  const [one, other] = [await hookOrganization(api), await hookOrganization(api)];
  const id = await announce([one.address, other.address, one.address, 'unknown@agents.test']);
  queue.send([{ body: JSON.stringify(notificationOf(id, [one.address, other.address])) }]);
  while (await processBatch(10_000));
  expect([(await one.messages()).length, (await other.messages()).length]).toEqual([1, 1]);
});

test('An email that did not wait is ingested at once', async () => {
  const { address, messages } = await hookOrganization(api);
  await announce([address]);
  await processBatch(0);
  expect(await messages()).toHaveLength(1);
  expect(queue.counts.ready).toBe(0);
});

test('A raw mail without any mailbox is tagged for its early deletion, and one with a mailbox is not', async () => {
  const { address } = await hookOrganization(api);
  const unknown = await announce(['unknown@agents.test']);
  await announce([address]);
  await announce(['unknown@agents.test', address]);
  while (await processBatch(0));
  const { name, value } = UNROUTABLE_TAG;
  expect([...tags]).toEqual([[`inbound/${unknown}`, [{ Key: name, Value: value }]]]);
});
