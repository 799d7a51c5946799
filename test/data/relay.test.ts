import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/workers/relay/index.ts';
import { UnrelayedFinder } from '#scripts/relay/find-unrelayed.ts';
import { relayAgain } from '#scripts/relay/relay-again.ts';
import { scanCommitted } from '#scripts/relay/scan-committed.ts';
import { QUEUE_URL_VARIABLES, type QueueName } from '#shared/contract/jobs.ts';
import { acquireAttemptLease, recordOutcome } from '#shared/data/direct-writes/delivery-attempt.ts';
import { waitForBudget } from '#shared/data/direct-writes/waiting-delivery.ts';
import { type Delivery, deliveriesBefore } from '#shared/data/entities/delivery.ts';
import { messageKey } from '#shared/data/entities/message.ts';
import { PREFIX } from '#shared/data/table.ts';
import type { Row } from '#shared/data/table-client.ts';
import { decideRetry } from '#shared/domain/delivery.ts';
import { randomPart } from '#shared/domain/ids.ts';
import { logger } from '#shared/runtime/log.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent } from '../support/event-log.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

const engine = useEngine();
const sqs = mockClient(SQSClient);
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table, { unverifiedEmailsPerDay: 100 });
  memoryBucket();
  for (const [queue, variable] of Object.entries(QUEUE_URL_VARIABLES))
    process.env[variable] = `https://queue.test/${queue}`;
});

beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({ Failed: [], Successful: [] });
});

/** The jobs that were sent to a queue, in order. */
const sent = (queue: QueueName) =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .map(({ args }) => args[0].input)
    .filter(({ QueueUrl }) => QueueUrl === `https://queue.test/${queue}`)
    .flatMap(({ Entries }) => (Entries ?? []).map(({ MessageBody }) => JSON.parse(MessageBody ?? '')));

/** What the relay logs from now on, and the metrics that it publishes. */
function logged() {
  const lines: { message: string; fields: Record<string, unknown> }[] = [];
  for (const level of ['info', 'error'] as const) {
    vi.spyOn(logger, level).mockImplementation((message, fields = {}) => void lines.push({ message, fields }));
  }
  const metrics = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  return {
    fieldsOf: (message: string) => lines.filter((line) => line.message === message).map(({ fields }) => fields),
    metrics: () => metrics.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>),
  };
}

/** An organization with an agent and an endpoint that gets all events. */
async function tenant() {
  const organization = await api.organization();
  const agent = await api.agent(organization.key);
  await api.call('createWebhook', { key: organization.key, body: { url: 'https://receiver.example/hook' } });
  return { ...organization, agent };
}

type Tenant = Awaited<ReturnType<typeof tenant>>;

/** Commits an email with its outbox entry. */
async function sendMail({ agent }: Tenant): Promise<string> {
  const body = { to: ['ada@example.com'], subject: 'Hello', text: 'text' };
  const reply = await api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(202);
  return String(reply.body.id);
}

const append = (organizationId: string) => appendSent(engine.table, organizationId);

const committed = (organizationId: string): Promise<Row[]> =>
  Array.fromAsync(scanCommitted(engine.table, { since: 0, until: Date.now() + 1000, organizationId }));

async function unrelayed(organizationId: string, now = Date.now()): Promise<[Row, string][]> {
  const finder = new UnrelayedFinder(engine.table, { now, changedEndpoints: false });
  const found: [Row, string][] = [];
  for (const row of await committed(organizationId)) {
    const finding = await finder.check(row);
    if (finding !== undefined) found.push([row, finding]);
  }
  return found;
}

const deliveries = (organizationId: string): Promise<Delivery[]> =>
  Array.fromAsync(deliveriesBefore(engine.table, organizationId, undefined, 100));

function recordOf(row: Row, sequenceNumber: string): DynamoDBRecord {
  const NewImage = marshall(row) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];
  const Keys = { pk: { S: row.pk }, sk: { S: row.sk } };
  return { eventName: 'INSERT', dynamodb: { SequenceNumber: sequenceNumber, Keys, NewImage } };
}

describe('a record that can never be relayed', () => {
  const entry = (organizationId: string, more: object): Row => {
    const id = randomPart();
    const key = { pk: `${PREFIX.outbox}${organizationId}`, sk: id };
    return { ...key, id, organizationId, createdAt: Date.now(), ...more };
  };

  test.each([
    ['an outbox entry of an unknown kind', { kind: 'telegram' }, /no such kind of outbox entry: telegram/],
    ['an outbox entry without a kind', {}, /has no string 'kind'/],
    ['a replay of an event that does not exist', { kind: 'replay', eventId: 'evt_1', late: {} }, /does not exist/],
    ['a step of a task that does not exist', { kind: 'task_push', taskId: 'tsk_1', seq: 1, base: 1 }, /task .* not/],
  ])('The relay sets %s aside with its key, and relays the records after it', async (_, more, error) => {
    const one = await tenant();
    await sendMail(one);
    const bad = entry(one.id, more);
    const records = [bad, ...(await committed(one.id))].map((row, index) => recordOf(row, String(index)));
    expect(await handler({ Records: records })).toEqual({ batchItemFailures: [] });
    expect(sent('relay-failures')).toEqual([{ pk: bad.pk, sk: bad.sk, error: expect.stringMatching(error) }]);
    expect(sent('outbound-mail')).toHaveLength(1);
    expect(sent('delivery').length).toBe((await deliveries(one.id)).length);
  });

  test('The relay sets an event with a malformed row aside', async () => {
    const row = { pk: `${PREFIX.event}org_1`, sk: '01', id: 'evt_1', createdAt: 1 };
    expect(await handler({ Records: [recordOf(row, '1')] })).toEqual({ batchItemFailures: [] });
    expect(sent('relay-failures')).toEqual([expect.objectContaining({ pk: row.pk, sk: row.sk })]);
  });

  test('A failure that may pass is not set aside: the stream repeats the record', async () => {
    const one = await tenant();
    await sendMail(one);
    const rows = await committed(one.id);
    sqs.on(SendMessageBatchCommand).rejects(Object.assign(new Error('down'), { name: 'ServiceUnavailable' }));
    const log = logged();
    const records = rows.map((row, index) => recordOf(row, String(index)));
    const firstWithJobs = rows.findIndex(({ pk }) => pk.startsWith(PREFIX.outbox));
    expect(await handler({ Records: records })).toEqual({
      batchItemFailures: [{ itemIdentifier: String(firstWithJobs) }],
    });
    expect(sent('relay-failures')).toEqual([]);
    expect(log.fieldsOf('record failed')).toEqual([{ error: expect.objectContaining({ message: 'down' }) }]);
    expect(log.fieldsOf('relayed')).toEqual([]);
    expect(log.metrics()).toEqual([expect.objectContaining({ WorkerFailures: 1, service: 'aid-test-workers' })]);
  });

  test('A record is logged as relayed once its queue has accepted it, also when the queue of a later one refuses', async () => {
    const one = await tenant();
    await sendMail(one);
    const [mail] = (await committed(one.id)).filter(({ kind }) => kind === 'mail');
    if (mail === undefined) throw new Error('no outbox entry');
    const check = entry(one.id, { kind: 'domain_check', domainId: 'dom_1' });
    sqs
      .on(SendMessageBatchCommand, { QueueUrl: 'https://queue.test/domain-checks' })
      .resolves({ Successful: [], Failed: [{ Id: '0', Code: 'AccessDenied', SenderFault: true }] });
    const log = logged();
    const records = [mail, check].map((row, index) => recordOf(row, String(index)));
    expect(await handler({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(sent('outbound-mail')).toHaveLength(1);
    expect(log.fieldsOf('relayed')).toEqual([expect.objectContaining({ outbox_id: mail.id })]);
    expect(log.fieldsOf('record failed')).toHaveLength(1);
  });
});

test('Each endpoint is a message group of its own if the owner is verified, and otherwise they are one group', async () => {
  const one = await tenant();
  await api.call('createWebhook', { key: one.key, body: { url: 'https://receiver.example/second' } });
  const groups = async () => {
    sqs.resetHistory();
    await append(one.id);
    const events = (await committed(one.id)).filter(({ pk }) => pk.startsWith(PREFIX.event));
    await handler({ Records: [recordOf(events.at(-1) as Row, '1')] });
    return sqs
      .commandCalls(SendMessageBatchCommand)
      .flatMap(({ args }) => args[0].input.Entries ?? [])
      .map(({ MessageGroupId }) => MessageGroupId);
  };
  expect(await groups()).toEqual([one.id, one.id]);
  await verifyOrganization(engine.table, one.id);
  expect(await groups()).toEqual([expect.stringMatching(/^whk_/), expect.stringMatching(/^whk_/)]);
});

describe('what was committed and never relayed', () => {
  test('An event and an email that the relay never saw are found, relayed again, and not found any more', async () => {
    const one = await tenant();
    const messageId = await sendMail(one);
    await append(one.id);
    const found = await unrelayed(one.id);
    expect(found.map(([, finding]) => finding).sort()).toEqual(
      [...found.slice(1).map(() => 'delivery missing'), 'mail never attempted'].sort(),
    );
    expect(found.length).toBeGreaterThan(1);

    expect(
      await relayAgain(
        found.map(([row]) => row),
        handler,
      ),
    ).toEqual([]);
    const requestId = expect.stringMatching(/./);
    expect(sent('outbound-mail')).toEqual([{ organizationId: one.id, identityId: one.agent.id, messageId, requestId }]);
    const created = await deliveries(one.id);
    expect(
      sent('delivery')
        .map(({ deliveryId }) => deliveryId)
        .sort(),
    ).toEqual(created.map(({ id }) => id).sort());

    // The jobs were made; now their workers begin.
    for (const job of sent('delivery')) {
      await acquireAttemptLease(engine.table, job, { id: 'lease', until: Date.now() + 1000, now: Date.now() });
    }
    await engine.table.client.send(
      new UpdateCommand({
        TableName: engine.table.name,
        Key: messageKey(one.agent.id, messageId),
        UpdateExpression: 'ADD sendAttempts :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
    expect(await unrelayed(one.id)).toEqual([]);
  });

  test('A delivery with a lost job is found, because no worker has attempted it', async () => {
    const one = await tenant();
    await append(one.id);
    const rows = await committed(one.id);
    await handler({ Records: rows.map((row, index) => recordOf(row, String(index))) });
    const found = await unrelayed(one.id);
    expect(new Set(found.map(([, finding]) => finding))).toEqual(new Set(['delivery never attempted']));
    sqs.resetHistory();
    expect(
      await relayAgain(
        found.map(([row]) => row),
        handler,
      ),
    ).toEqual([]);
    expect(sent('delivery')).toHaveLength((await deliveries(one.id)).length);
  });

  test('A delivery that waits for the budget of its organization was relayed', async () => {
    const one = await tenant();
    await append(one.id);
    const rows = await committed(one.id);
    await handler({ Records: rows.map((row, index) => recordOf(row, String(index))) });
    const now = Date.now();
    for (const job of sent('delivery')) {
      const claim = await acquireAttemptLease(engine.table, job, { id: 'lease', until: now + 1000, now });
      if (!claim.acquired) throw new Error('the attempt was not claimed');
      await waitForBudget(engine.table, claim.delivery, { reason: 'waits', until: now + 1000, bytes: 1 }, now);
    }
    expect(await unrelayed(one.id)).toEqual([]);
  });

  test('A replay that was never relayed is found until it has restarted the delivery', async () => {
    const one = await tenant();
    await append(one.id);
    const [event] = (await committed(one.id)).filter(({ pk }) => pk.startsWith(PREFIX.event));
    await handler({ Records: [recordOf(event as Row, '1')] });
    const [job] = sent('delivery');
    const claim = await acquireAttemptLease(engine.table, job, { id: 'lease', until: Date.now(), now: Date.now() });
    if (!claim.acquired) throw new Error('the attempt was not claimed');
    const outcome = { ok: true, responseStatus: 200, durationMs: 1 } as const;
    const decision = decideRetry(outcome, [], 1, 0, Date.now());
    await recordOutcome(engine.table, claim.delivery, outcome, decision, { now: Date.now(), retentionMs: 1e9 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await api.call('replayEvent', { key: one.key, params: { id: String((event as Row).id) } });
    const replays = async () => (await unrelayed(one.id)).filter(([row]) => row.kind === 'replay');
    const found = await replays();
    expect(found).toHaveLength(1);
    expect(
      await relayAgain(
        found.map(([row]) => row),
        handler,
      ),
    ).toEqual([]);
    expect((await replays()).map(([, finding]) => finding)).toEqual(['delivery never attempted']);
  });

  test('An endpoint that was changed after the event counts only on demand', async () => {
    const one = await tenant();
    await append(one.id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { body } = await api.call('listWebhooks', { key: one.key });
    const id = String(body.webhooks[0]?.id);
    const updated = await api.call('updateWebhook', {
      key: one.key,
      params: { id },
      body: { url: 'https://other.example/hook' },
    });
    expect(updated.status, JSON.stringify(updated.body)).toBe(200);
    expect(await unrelayed(one.id)).toEqual([]);
    const finder = new UnrelayedFinder(engine.table, { now: Date.now(), changedEndpoints: true });
    const findings = await Promise.all((await committed(one.id)).map((row) => finder.check(row)));
    expect(findings).toContain('delivery missing');
  });

  test('A code that is no longer valid is not mailed again', async () => {
    const created = Date.now();
    const id = randomPart();
    const row = { pk: `${PREFIX.outbox}org_code`, sk: id, id, organizationId: 'org_code', createdAt: created };
    const mail = { kind: 'code_mail', purpose: 'signup', to: 'ada@example.com', sealedCode: 'x', minutes: 15 };
    await engine.table.client.send(
      new PutCommand({ TableName: engine.table.name, Item: { ...row, ...mail, organizationName: 'x' } }),
    );
    expect((await unrelayed('org_code', created + 14 * 60_000)).map(([, finding]) => finding)).toEqual([
      'mail never attempted',
    ]);
    expect(await unrelayed('org_code', created + 16 * 60_000)).toEqual([]);
  });

  test('A notice that was never attempted is mailed again, and an entry without one is not', async () => {
    const notice = { to: 'ada@example.com', organizationName: 'x', webhookId: 'whk_1', reason: 'gone', days: 5 };
    const id = randomPart();
    const row = { pk: `${PREFIX.outbox}org_notice`, id, organizationId: 'org_notice', createdAt: Date.now() };
    const put = (more: object) =>
      engine.table.client.send(
        new PutCommand({ TableName: engine.table.name, Item: { ...row, sk: id, kind: 'noop', ...more } }),
      );
    await put({});
    expect(await unrelayed('org_notice')).toEqual([]);
    await put({ notice });
    expect((await unrelayed('org_notice')).map(([, finding]) => finding)).toEqual(['mail never attempted']);
    await put({ notice, attempts: 1 });
    expect(await unrelayed('org_notice')).toEqual([]);
  });

  test('Rows that the relay cannot relay now are returned, and the others are relayed', async () => {
    const one = await tenant();
    await append(one.id);
    const rows = (await committed(one.id)).slice(0, 1);
    const calls: number[] = [];
    const failing = await relayAgain([...rows, ...rows], async ({ Records }) => {
      calls.push(Records.length);
      return { batchItemFailures: Records.length > 1 ? [{ itemIdentifier: '1' }] : [{ itemIdentifier: '0' }] };
    });
    expect(failing).toEqual(rows);
    expect(calls).toEqual([2, 1, 1]);
  });
});
