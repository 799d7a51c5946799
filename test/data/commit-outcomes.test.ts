import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test, vi } from 'vitest';
import { insert, put, remove, removeVersion, replaceVersion } from '#shared/data/change.ts';
import { TICKET_ATTRIBUTES } from '#shared/data/entities/log/clock.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Plan, TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { commit, DuplicateRequestError, StaleReadError } from '#shared/data/unit-of-work.ts';
import { AppError } from '#shared/domain/errors/errors.ts';

/** One reason for each change of a transaction; without a code its condition held. */
type Reason = { Code?: string; Item?: Record<string, unknown> };

const FAILED = { Code: 'ConditionalCheckFailed' };
const CONFLICT = { Code: 'TransactionConflict' };

/**
 * A table that cancels its transactions for these reasons, one set after the other, and then lets them succeed:
 * outcomes that an engine does not produce on demand. Its clocks grant the times 1000, 1001 and so on. `onTransaction`
 * is called before each outcome.
 */
function tableWith(outcomes: readonly (readonly Reason[] | 'no reasons')[], onTransaction: () => void = () => {}) {
  const sent: TransactWriteCommand[] = [];
  const closed: PutCommand[] = [];
  let time = 999;
  const send = async (command: unknown) => {
    if (command instanceof UpdateCommand) {
      time += 1;
      const tickets = TICKET_ATTRIBUTES.map((name, index) => [name, index === 0 ? time : 0]);
      return { Attributes: { time, deliveryTime: 0, slots: 0, ...Object.fromEntries(tickets) } };
    }
    if (command instanceof PutCommand) {
      closed.push(command);
      return {};
    }
    if (!(command instanceof TransactWriteCommand)) throw new Error('no other command was expected');
    sent.push(command);
    onTransaction();
    const reasons = outcomes[sent.length - 1];
    if (reasons === undefined) return {};
    if (reasons === 'no reasons') throw new TransactionCanceledException({ message: 'cancelled', $metadata: {} });
    throw new TransactionCanceledException({
      message: 'cancelled',
      $metadata: {},
      CancellationReasons: reasons.map(({ Item, ...reason }) => ({ ...reason, ...(Item && { Item: marshall(Item) }) })),
    });
  };
  return { table: { name: 'table', client: { send } as unknown as Table['client'] } satisfies Table, sent, closed };
}

const now = () => 1000;
const row = (sk: string) => ({ pk: 'P', sk });
const taken = () => new AppError('organization.slug_taken');
const stages = (...changes: Parameters<TransactionBuilder['put']>): Plan<void> => ({
  build: (tx) => tx.put(...changes),
});
const appending: Plan<number> = {
  build: (tx) =>
    tx.appendEvent('org_1', {
      type: 'mail.sent',
      identityId: null,
      aggregateId: 'msg_1',
      payload: { messageId: 'msg_1', threadId: 'thr_1' },
    }).createdAt,
};

test('The pause before another attempt doubles at random, up to half a second', async () => {
  const pauses: number[] = [];
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, milliseconds: number) => {
    pauses.push(milliseconds);
    queueMicrotask(work);
  }) as unknown as typeof setTimeout);
  const { table, sent } = tableWith(Array.from({ length: 10 }, () => [CONFLICT]));
  await commit(table, stages(put(row('a'))), { now });
  expect(sent).toHaveLength(11);
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
});

test('A record that another request has written takes precedence over every other condition that fails', async () => {
  const { table } = tableWith([[{ ...FAILED, Item: { ...row('record'), reply: 'first' } }, FAILED, FAILED]]);
  const plan = stages(insert(row('a'), taken), replaceVersion({ ...row('b'), version: 2 }));
  const failure = await commit(table, plan, { now, record: () => insert(row('record')) }).catch((error) => error);
  expect(failure).toBeInstanceOf(DuplicateRequestError);
  expect(failure.message).toBe('another request with the same idempotency key committed first');
  expect(failure.row).toEqual({ ...row('record'), reply: 'first' });
});

test('A failed condition of any other change than the record is no repetition of the request', async () => {
  const plan = stages(insert(row('a'), taken));
  const withRecord = commit(tableWith([[{}, FAILED]]).table, plan, { now, record: () => insert(row('record')) });
  await expect(withRecord).rejects.toMatchObject({ code: 'organization.slug_taken' });
  await expect(commit(tableWith([[FAILED]]).table, plan, { now })).rejects.toMatchObject({
    code: 'organization.slug_taken',
  });
});

test('A stale read takes precedence over the errors of other conditions, in any order', async () => {
  const changes = [insert(row('a'), taken), replaceVersion({ ...row('b'), version: 2 })];
  for (const order of [changes, changes.toReversed()]) {
    await expect(commit(tableWith([[FAILED, FAILED]]).table, stages(...order), { now })).rejects.toBeInstanceOf(
      StaleReadError,
    );
  }
});

test('The error of a condition is made from the row that the condition met, if there is one', async () => {
  const found: unknown[] = [];
  const change = insert(row('a'), (met) => {
    found.push(met);
    return taken();
  });
  for (const reason of [{ ...FAILED, Item: { ...row('a'), value: 1 } }, FAILED])
    await expect(commit(tableWith([[reason]]).table, stages(change), { now })).rejects.toThrow(AppError);
  expect(found).toEqual([{ ...row('a'), value: 1 }, undefined]);
});

test('A condition that names no error fails with the kind of its change', async () => {
  await expect(commit(tableWith([[FAILED]]).table, stages(insert(row('a'))), { now })).rejects.toThrow(
    'the condition of a put failed that names no error',
  );
});

test('If a reader has closed its ticket, a commit takes another one and closes the first', async () => {
  const { table, sent, closed } = tableWith([[FAILED], [FAILED]]);
  expect(await commit(table, appending, { now })).toBe(1002);
  expect(sent).toHaveLength(3);
  expect(closed).toHaveLength(2);
});

test('An error of another condition takes precedence over a closed ticket', async () => {
  const both = {
    build: (tx: TransactionBuilder) => {
      appending.build(tx);
      tx.put(insert(row('a'), taken));
    },
  };
  const { table, sent, closed } = tableWith([[FAILED, FAILED]]);
  await expect(commit(table, both, { now })).rejects.toMatchObject({ code: 'organization.slug_taken' });
  expect([sent.length, closed.length]).toEqual([1, 1]);
});

test('A commit fails at its deadline while readers keep closing its tickets, and says so', async () => {
  let over = false;
  const { table, sent } = tableWith([[FAILED], [FAILED], [FAILED]], () => {
    over = sent.length === 2;
  });
  await expect(commit(table, appending, { now, isOver: () => over })).rejects.toMatchObject({
    name: 'ContentionError',
    cause: 'readers kept closing the tickets of this commit',
  });
  expect(sent).toHaveLength(2);
});

test('A commit fails at its deadline while other writers keep its rows busy, and says so', async () => {
  let over = false;
  const { table, sent } = tableWith([[CONFLICT], [CONFLICT], [CONFLICT]], () => {
    over = sent.length === 2;
  });
  await expect(commit(table, stages(put(row('a'))), { now, isOver: () => over })).rejects.toMatchObject({
    name: 'ContentionError',
    cause: 'other writers kept the rows of this commit busy',
  });
  expect(sent).toHaveLength(2);
});

test('A change without placeholders sends no names and no values, which DynamoDB refuses when they are empty', async () => {
  const { table, sent } = tableWith([]);
  await commit(table, stages(insert(row('a')), remove(row('b'))), { now });
  const items = sent[0]?.input.TransactItems ?? [];
  expect(items).toEqual([{ Put: expect.anything() }, { Delete: expect.anything() }]);
  for (const { Put, Delete } of items) {
    expect(Object.keys(Put ?? Delete ?? {}).filter((name) => name.startsWith('ExpressionAttribute'))).toEqual([]);
  }
});

test('A row is removed only in the version that was read', async () => {
  const { table, sent } = tableWith([]);
  await commit(table, stages(removeVersion({ ...row('a'), version: 3 })), { now });
  const [removal] = sent[0]?.input.TransactItems ?? [];
  expect(Object.values(removal?.Delete?.ExpressionAttributeValues ?? {})).toEqual([3]);
});

test('A commit that decides on rows outside of its transaction is loaded again after a conflict', async () => {
  const { table, sent } = tableWith([[CONFLICT]]);
  const plan = { ...stages(put(row('a'))), reloadOnConflict: true };
  await expect(commit(table, plan, { now })).rejects.toBeInstanceOf(StaleReadError);
  expect(sent).toHaveLength(1);
});

test('A change without a reason of its own does not stop another attempt', async () => {
  const { table, sent } = tableWith([
    [{}, CONFLICT],
    [{ Code: 'None' }, CONFLICT],
  ]);
  await commit(table, stages(put(row('a')), put(row('b'))), { now });
  expect(sent).toHaveLength(3);
});

test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'A cancellation for %s leads to another attempt',
  async (Code) => {
    const { table, sent } = tableWith([[{ Code }, {}]]);
    await commit(table, stages(put(row('a')), put(row('b'))), { now });
    expect(sent).toHaveLength(2);
  },
);

test('A cancellation without reasons, or with one that no attempt can change, fails at once', async () => {
  for (const reasons of ['no reasons' as const, [], [{ Code: 'ValidationError' }, CONFLICT]]) {
    const { table, sent } = tableWith([reasons]);
    const changes = stages(put(row('a')), put(row('b')));
    await expect(commit(table, changes, { now })).rejects.toBeInstanceOf(TransactionCanceledException);
    expect(sent).toHaveLength(1);
  }
});

test('A commit marks the objects of the contents that it has replaced, and one that failed marks none', async () => {
  const replacing = { ...put(row('a')), replacedObject: { key: 'tasks/old', bytes: 40_000, sha256: '' } };
  const changes = [replacing, put(row('b')), remove(row('c'), taken)];
  const marked: string[] = [];
  const contents = { markUnused: async (key: string) => void marked.push(key) } as unknown as Table['contents'];
  const refused = tableWith([[{}, {}, FAILED]]).table;
  await expect(commit({ ...refused, contents }, stages(...changes), { now })).rejects.toThrow(AppError);
  expect(marked).toEqual([]);
  await commit({ ...tableWith([]).table, contents }, stages(...changes), { now });
  expect(marked).toEqual(['tasks/old']);
  // A function without content has no bucket.
  await commit(tableWith([]).table, stages(...changes), { now });
});

test('A commit that may store nothing closes its ticket, also if it gets the ticket later than the refusal', async () => {
  const plan = {
    build: (tx: TransactionBuilder) => {
      tx.countStored({ organizationId: 'org_1', bytes: 1 });
      return appending.build(tx);
    },
  };
  const { table, sent, closed } = tableWith([]);
  const late = async (command: never) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return table.client.send(command);
  };
  const client = { send: late } as unknown as Table['client'];
  await expect(commit({ ...table, client }, plan, { now })).rejects.toThrow();
  expect([sent.length, closed.length]).toEqual([0, 1]);
});
