import { expect, test } from 'vitest';
import {
  findIdempotencyRecord,
  idempotencyRowKey,
  insertIdempotencyRecord,
  readSealedReply,
} from '#shared/data/entities/stage/idempotency.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { partitionRows } from '../support/partition-rows.ts';
import { strengthOf } from '../support/recorded-reads.ts';
import { AT, newOrganizationId, useRows } from '../support/use-rows.ts';

const rows = useRows();

test('A request is recorded until its time, once for each scope and key, and again after that', async () => {
  const scope = newOrganizationId();
  const key = idempotencyRowKey(scope, 'k');
  const record = (reply: string, now: number) => {
    return { bodyMac: 'm', status: 201, sealedReply: reply, expiresAt: now + DAY };
  };
  const stored = (reply: string, now: number) => rows.write(insertIdempotencyRecord(key, record(reply, now), now));
  const found = async (now: number, which = key) =>
    (await findIdempotencyRecord(rows.table, which, now, { strong: true }))?.sealedReply;
  await stored('first', AT);
  expect(await found(AT + DAY - 1)).toBe('first');
  expect(await found(AT + DAY)).toBeUndefined();
  expect([await found(AT, idempotencyRowKey(scope, 'l')), await found(AT, idempotencyRowKey('s', 'k'))]).toEqual([
    undefined,
    undefined,
  ]);
  await expect(stored('second', AT + DAY - 1)).rejects.toThrow();
  await stored('second', AT + DAY);
  expect(await found(AT + DAY)).toBe('second');
  expect(await partitionRows(rows.table, key.pk)).toEqual([
    { ...key, ...record('second', AT + DAY), expires_at: (AT + 2 * DAY) / 1000 },
  ]);
  for (const strong of [true, false])
    expect(await strengthOf(rows.table, (table) => findIdempotencyRecord(table, key, AT, { strong }))).toEqual([
      strong,
    ]);
});

test('The reply of a record is in the record, or in the bucket of its organization, and never neither', async () => {
  const key = idempotencyRowKey(newOrganizationId(), 'k');
  const record = { bodyMac: 'm', status: 201, expiresAt: AT };
  const inRecord = { ...key, ...record, sealedReply: 'sealed' };
  expect(await readSealedReply(rows.table, inRecord)).toBe('sealed');
  await expect(readSealedReply(rows.table, { ...key, ...record })).rejects.toThrow("has no string 'content'");
  const object = { key: `content/${rows.org}/none`, bytes: 1, sha256: 's' };
  await expect(readSealedReply(rows.table, { ...key, ...record, object })).rejects.toThrow(object.key);
  expect(insertIdempotencyRecord(key, record, AT, rows.org)).toMatchObject({
    contentOwner: { kind: 'reply', organizationId: rows.org, attribute: 'sealedReply' },
  });
  expect(insertIdempotencyRecord(key, record, AT)).not.toHaveProperty('contentOwner');
});
