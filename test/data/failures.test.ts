import { DynamoDBClient, TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { put } from '#shared/data/change.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import { getRows, type Table } from '#shared/data/table-client.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { generateApiKey } from '#shared/domain/api-key.ts';
import { enqueueAll } from '#shared/runtime/queue.ts';
import { InProcessApi } from '../support/in-process-api.ts';

/** Failures that an engine does not produce on demand: conflicts, throttling, partial replies. */
const dynamo = mockClient(DynamoDBDocumentClient);
const sqs = mockClient(SQSClient);
const table: Table = {
  client: DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' })),
  name: 'table',
};

beforeEach(() => {
  for (const mock of [dynamo, sqs]) mock.reset();
  // Makes every random back-off zero.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

const ORGANIZATION = 'org_1';
const plan: Plan<number> = {
  build: (tx) => {
    tx.put(put({ pk: 'P', sk: 'a' }));
    return tx.nextTimestamp(ORGANIZATION);
  },
};
/** The clock of the organization grants the time 1000. */
const grantTime = () => dynamo.on(UpdateCommand).resolves({ Attributes: { time: 1000, deliveryTime: 0, slots: 0 } });
const cancelled = (...reasons: { Code: string; Item?: Record<string, unknown> }[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: reasons.map(({ Code, Item }) => ({ Code, ...(Item && { Item: marshall(Item) }) })),
  });
const run = () => commit(table, plan, { now: () => 1000 });
/** The error of an operation that other writers kept from its commit until the deadline: 429 with Retry-After. */
const CONTENTION = { name: 'ContentionError', status: 429, code: 'rate_limit.exceeded', retryAfterSeconds: 5 };

describe('an event clock that a transaction changes at this moment', () => {
  const conflict = new TransactionConflictException({ message: 'conflict', $metadata: {} });

  test('A time is taken as soon as the transaction has ended', async () => {
    const granted = { Attributes: { time: 1000, deliveryTime: 0, slots: 0 } };
    dynamo.on(UpdateCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves(granted);
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await run()).toBe(1000);
    expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(3);
  });

  test('A clock that stays busy fails the commit after twenty seconds, and nothing is written', async () => {
    let elapsed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    dynamo.on(UpdateCommand).callsFake(() => {
      elapsed += 1_000;
      throw conflict;
    });
    await expect(run()).rejects.toMatchObject({ ...CONTENTION, cause: conflict });
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(0);
    clock.mockRestore();
  });
});

describe('a transaction that the engine cancels', () => {
  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'A transaction that is canceled for %s is sent again',
    async (Code) => {
      grantTime();
      dynamo.on(TransactWriteCommand).rejectsOnce(cancelled({ Code })).rejectsOnce(cancelled({ Code })).resolves({});
      expect(await run()).toBe(1000);
      expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(3);
      // The repeated transaction is the first one: the order of the log is settled before.
      expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(1);
    },
  );

  test('A transaction that is canceled for a permanent reason fails at once', async () => {
    grantTime();
    dynamo.on(TransactWriteCommand).rejects(cancelled({ Code: 'ValidationError' }));
    await expect(run()).rejects.toBeInstanceOf(TransactionCanceledException);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  test('A transaction that is canceled again and again fails after twenty seconds', async () => {
    let elapsed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    grantTime();
    dynamo.on(TransactWriteCommand).callsFake(() => {
      elapsed += 100;
      throw cancelled({ Code: 'TransactionConflict' });
    });
    await expect(run()).rejects.toMatchObject({ ...CONTENTION, cause: expect.stringContaining('busy') });
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(200);
    clock.mockRestore();
  });

  test('A failure that is not a cancellation is not retried here', async () => {
    grantTime();
    dynamo.on(TransactWriteCommand).rejects(new Error('socket hang up'));
    await expect(run()).rejects.toThrow('socket hang up');
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});

test('Keys that a batch read leaves unprocessed are requested again', async () => {
  const key = (sk: string) => ({ pk: 'P', sk });
  dynamo
    .on(BatchGetCommand)
    .resolvesOnce({ Responses: { table: [key('a')] }, UnprocessedKeys: { table: { Keys: [key('b'), key('c')] } } })
    .resolvesOnce({ Responses: { table: [] }, UnprocessedKeys: { table: { Keys: [key('b'), key('c')] } } })
    .resolvesOnce({ Responses: { table: [key('b')] } });
  expect(await getRows(table, anyRow, [key('a'), key('b'), key('c'), key('a')])).toEqual([key('a'), key('b')]);
  const asked = dynamo
    .commandCalls(BatchGetCommand)
    .map((call) => call.args[0].input.RequestItems?.table?.Keys?.length);
  expect(asked).toEqual([3, 2, 2]);
});

test('A batch read that never returns all rows fails after ten seconds', async () => {
  let elapsed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  dynamo.on(BatchGetCommand).callsFake(() => {
    elapsed += 5_000;
    return { Responses: { table: [] }, UnprocessedKeys: { table: { Keys: [{ pk: 'P', sk: 'a' }] } } };
  });
  await expect(getRows(table, anyRow, [{ pk: 'P', sk: 'a' }])).rejects.toThrow('only a part');
  expect(dynamo.commandCalls(BatchGetCommand)).toHaveLength(2);
  clock.mockRestore();
});

test('An operation that always reads stale rows fails after twenty seconds', async () => {
  let elapsed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  const run = vi.fn(async () => {
    elapsed += 100;
    throw new StaleReadError();
  });
  await expect(retryOnStaleRead(run)).rejects.toMatchObject(CONTENTION);
  expect(run).toHaveBeenCalledTimes(200);
  clock.mockRestore();
});

test('More than a hundred keys are read a hundred at a time', async () => {
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [] } });
  await getRows(
    table,
    anyRow,
    Array.from({ length: 250 }, (_, index) => ({ pk: 'P', sk: String(index) })),
  );
  const asked = dynamo
    .commandCalls(BatchGetCommand)
    .map((call) => call.args[0].input.RequestItems?.table?.Keys?.length);
  expect(asked).toEqual([100, 100, 50]);
});

describe('a request while the database is gone', () => {
  test('A request while the database is gone gets an internal error without details that may be retried', async () => {
    dynamo.onAnyCommand().rejects(new Error('connect ECONNREFUSED 10.0.0.1:8000'));
    const reply = await new InProcessApi(table).call('getMe', { key: generateApiKey('org') });
    expect(reply.status).toBe(500);
    expect(reply.body.error).toMatchObject({ code: 'internal.error', retryable: true });
    expect(JSON.stringify(reply.body)).not.toContain('ECONNREFUSED');
  });

  test('/v1/ready returns 503 with the status unavailable in addition to the error, and /v1/health 200', async () => {
    dynamo.onAnyCommand().rejects(new Error('gone'));
    const api = new InProcessApi(table);
    const ready = await api.call('getReady');
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({
      status: 'unavailable',
      error: {
        code: 'service.unavailable',
        message: expect.any(String),
        request_id: ready.headers['x-request-id'],
        retryable: true,
      },
    });
    expect((await api.call('getHealth')).body).toEqual({ status: 'ok' });
  });

  test('A malformed key is rejected without a read, even if the failure cannot be counted', async () => {
    dynamo.onAnyCommand().rejects(new Error('gone'));
    expect((await new InProcessApi(table).call('getMe', { key: 'aid_org_mistyped' })).status).toBe(401);
    expect(dynamo.calls().map(({ args }) => args[0] instanceof UpdateCommand)).toEqual([true]);
  });
});

test('A request gets 429 with Retry-After while its rows stay busy, and it says that it has changed nothing', async () => {
  let elapsed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  dynamo.on(UpdateCommand).resolves({ Attributes: { drawn: 1, time: 1000, deliveryTime: 0, slots: 0 } });
  dynamo.on(TransactWriteCommand).callsFake(() => {
    elapsed += 1_000;
    throw cancelled({ Code: 'TransactionConflict' });
  });
  const reply = await new InProcessApi(table).call('createOrganization', { body: { name: 'Works', slug: 'works' } });
  expect(reply.status).toBe(429);
  expect(reply.headers['retry-after']).toBe('5');
  expect(reply.body.error).toMatchObject({
    code: 'rate_limit.exceeded',
    retryable: true,
    message: expect.stringContaining('nothing was changed'),
  });
  expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(20);
  clock.mockRestore();
});

test('A request succeeds even if the use of its key cannot be recorded', async () => {
  const grant = {
    keyId: 'key_1',
    organizationId: 'org_1',
    organizationName: 'T',
    organizationSlug: 't',
    identityId: null,
  };
  dynamo.on(GetCommand).resolves({ Item: grant });
  dynamo.on(UpdateCommand).resolves({ Attributes: { drawn: 1 } });
  dynamo
    .on(UpdateCommand, { UpdateExpression: 'SET lastUsedAt = :now' })
    .rejects(new TransactionConflictException({ message: 'conflict', $metadata: {} }));
  const reply = await new InProcessApi(table).call('getMe', { key: generateApiKey('org') });
  expect(reply).toMatchObject({ status: 200, body: { actor_type: 'user', actor_id: 'key_1' } });
  expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(2);
});

describe('messages for a queue', () => {
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      queue: 'outbound-mail' as const,
      job: { organizationId: ORGANIZATION, outboxId: String(index) },
    }));

  beforeEach(() => vi.stubEnv('OUTBOUND_MAIL_QUEUE_URL', 'url'));

  test('Messages for a queue are sent ten at a time', async () => {
    sqs.on(SendMessageBatchCommand).resolves({});
    await enqueueAll(jobs(23));
    const sizes = sqs.commandCalls(SendMessageBatchCommand).map((call) => call.args[0].input.Entries?.length);
    expect(sizes).toEqual([10, 10, 3]);
    await enqueueAll([]);
    expect(sqs.commandCalls(SendMessageBatchCommand)).toHaveLength(3);
  });

  test('If the queue rejects a single message, the whole call fails', async () => {
    sqs.on(SendMessageBatchCommand).resolves({
      Successful: [],
      Failed: [{ Id: '1', Code: 'ThrottlingException', SenderFault: false }],
    });
    await expect(enqueueAll(jobs(2))).rejects.toThrow('ThrottlingException');
  });
});
