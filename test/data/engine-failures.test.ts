import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import { put } from '#shared/data/change.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import { getRows } from '#shared/data/table-client.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { canceledTransaction } from '../support/canceled-transaction.ts';
import { useMockedTable } from '../support/mocked-table.ts';

/** Failures that an engine does not produce on demand: conflicts, throttling, partial replies. */
const { dynamo, table } = useMockedTable();

const ORGANIZATION = 'org_1';
const plan: Plan<number> = {
  build: (tx) => {
    tx.put(put({ pk: 'P', sk: 'a' }));
    return tx.nextTimestamp(ORGANIZATION);
  },
};
/** The clock of the organization grants the time 1000. */
const grantTime = () => dynamo.on(UpdateCommand).resolves({ Attributes: { time: 1000, deliveryTime: 0, slots: 0 } });
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
      dynamo
        .on(TransactWriteCommand)
        .rejectsOnce(canceledTransaction(Code))
        .rejectsOnce(canceledTransaction(Code))
        .resolves({});
      expect(await run()).toBe(1000);
      expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(3);
      // The repeated transaction is the first one: the order of the log is settled before.
      expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(1);
    },
  );

  test('A transaction that is canceled for a permanent reason fails at once', async () => {
    grantTime();
    dynamo.on(TransactWriteCommand).rejects(canceledTransaction('ValidationError'));
    await expect(run()).rejects.toBeInstanceOf(TransactionCanceledException);
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  test('A transaction that is canceled again and again fails after twenty seconds', async () => {
    let elapsed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    grantTime();
    dynamo.on(TransactWriteCommand).callsFake(() => {
      elapsed += 100;
      throw canceledTransaction('TransactionConflict');
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
