import { expect, test } from 'vitest';
import { putAttemptResponse } from '#shared/data/direct-writes/attempt-response.ts';
import {
  attemptResponseRow,
  attemptResponses,
  responseContext,
} from '#shared/data/entities/delivery/attempt-response.ts';
import { findRecovery, insertRecovery, type Recovery, readMatched } from '#shared/data/entities/delivery/recovery.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { partitionRows } from '../support/partition-rows.ts';
import { recordedReads, strengthOf } from '../support/recorded-reads.ts';
import { AT, newOrganizationId, useRows } from '../support/use-rows.ts';

/** The rows of recoveries, and those of what receivers responded. */

const rows = useRows();

const MATCHED = { deliveryIds: ['dlv_1', 'dlv_2'], generations: [1, 3] };

function recoveryOf(organizationId: string): Recovery {
  return {
    id: makeId('recovery', AT, randomPart()),
    organizationId,
    webhookId: 'whk_1',
    since: AT - DAY,
    status: 'all',
    matched: 2,
    nextSince: null,
    processed: 0,
    replayed: 0,
    createdAt: AT,
    finishedAt: null,
  };
}

test('A recovery and its deliveries are two rows, which expire after 30 days, and are found by their organization alone', async () => {
  const recovery = recoveryOf(rows.org);
  await rows.write(...insertRecovery(recovery, MATCHED));
  const stored = await partitionRows(rows.table, `DELIVERY#${rows.org}#RECOVERIES`);
  const expiry = { expires_at: (AT + 30 * DAY) / 1000 };
  expect(stored).toEqual([
    expect.objectContaining({ sk: `MATCHED#${recovery.id}`, ...MATCHED, ...expiry }),
    expect.objectContaining({ sk: recovery.id, ...recovery, ...expiry }),
  ]);
  expect(await findRecovery(rows.table, rows.org, recovery.id)).toMatchObject(recovery);
  expect(await findRecovery(rows.table, newOrganizationId(), recovery.id)).toBeUndefined();
  expect(await readMatched(rows.table, rows.org, recovery.id)).toMatchObject(MATCHED);
  await expect(rows.write(...insertRecovery(recovery, MATCHED))).rejects.toThrow();
});

test('A recovery is read strongly, and only by an id of a recovery', async () => {
  const { id } = recoveryOf(rows.org);
  expect(await strengthOf(rows.table, (table) => findRecovery(table, rows.org, id))).toEqual([true]);
  expect(await strengthOf(rows.table, (table) => findRecovery(table, rows.org, `MATCHED#${id}`))).toEqual([]);
  expect(await strengthOf(rows.table, (table) => readMatched(table, rows.org, id))).toEqual([true]);
});

test('A recovery with deliveries that have expired has none', async () => {
  expect(await readMatched(rows.table, rows.org, recoveryOf(rows.org).id)).toEqual({
    deliveryIds: [],
    generations: [],
  });
});

const sealed = Buffer.from('sealed');

function responseAt(endedAt: number, deliveryId = 'dlv_1') {
  return { organizationId: rows.org, deliveryId, endedAt, sealed };
}

async function store(...endings: readonly number[]): Promise<void> {
  for (const endedAt of endings) await putAttemptResponse(rows.table, responseAt(endedAt));
}

test('A response has a row of its own, which expires after seven days, and is sealed for its attempt alone', () => {
  const { pk, ...row } = attemptResponseRow(responseAt(AT));
  expect(row).toEqual({ sk: '001800000000000', sealed, expires_at: (AT + 7 * DAY) / 1000 });
  expect(attemptResponseRow(responseAt(AT, 'dlv_2')).pk).not.toBe(pk);
  expect(responseContext(responseAt(AT))).toBe(`${rows.org} dlv_1 ${AT}`);
});

test('The responses of the newest attempts are read strongly, newest first, without those that are too old', async () => {
  await store(...Array.from({ length: 20 }, (_, ms) => AT + ms), AT - 7 * DAY, AT - 7 * DAY - 1);
  const delivery = { organizationId: rows.org, id: 'dlv_1' };
  const { table, reads } = recordedReads(rows.table);
  const found = await attemptResponses(table, delivery, AT);
  expect(found.map(({ endedAt }) => endedAt)).toEqual(Array.from({ length: 16 }, (_, ms) => AT + 19 - ms));
  expect(found[0]).toMatchObject({ organizationId: rows.org, deliveryId: 'dlv_1' });
  expect(Buffer.from(found[0]?.sealed ?? [])).toEqual(sealed);
  expect(reads.map(({ strong }) => strong)).toEqual([true]);
  expect(await attemptResponses(rows.table, { ...delivery, id: 'dlv_2' }, AT)).toEqual([]);
});

test('A response that is seven days old is returned, and not a millisecond later', async () => {
  await store(AT - 7 * DAY);
  const delivery = { organizationId: rows.org, id: 'dlv_1' };
  expect(await attemptResponses(rows.table, delivery, AT)).toHaveLength(1);
  expect(await attemptResponses(rows.table, delivery, AT + 1)).toEqual([]);
});
