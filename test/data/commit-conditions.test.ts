import { expect, test } from 'vitest';
import { attributeIs, check, insert, put, remove, removeAnyway } from '#shared/data/change.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { getRow } from '#shared/data/table-client.ts';
import type { AuditFacts, TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { AT, useRows } from '../support/use-rows.ts';

const rows = useRows();
const CHANGED = new AppError('approval.changed');
const changed = () => CHANGED;
const keyOf = (sk: string) => ({ pk: `TEST#${rows.org}`, sk });
const found = (sk: string) => getRow(rows.table, anyRow, keyOf(sk), { strong: true });

test('A row still has an attribute as it was read, or was not there and still is not', async () => {
  const key = keyOf('ROW');
  await rows.write(check(key, attributeIs('color', undefined), changed));
  await rows.write(insert({ ...key, color: 'red' }));
  await rows.write(check(key, attributeIs('color', 'red'), changed));
  await expect(rows.write(check(key, attributeIs('color', 'blue'), changed))).rejects.toBe(CHANGED);
  await expect(rows.write(check(key, attributeIs('color', undefined), changed))).rejects.toBe(CHANGED);
});

test('A row is removed whether it exists or not, or only if it exists', async () => {
  await rows.write(insert(keyOf('ROW')));
  await rows.write(removeAnyway(keyOf('ROW')));
  expect(await found('ROW')).toBeUndefined();
  await rows.write(removeAnyway(keyOf('ROW')));
  await expect(rows.write(remove(keyOf('ROW'), changed))).rejects.toBe(CHANGED);
});

test('A commit writes the audit entries of what it changes, and none if it changes nothing', async () => {
  const facts = { organizationId: 'org_1', targetId: 'tgt_1', after: { name: 'Ada' } } as unknown as AuditFacts;
  const told: unknown[] = [];
  const run = (build: (tx: TransactionBuilder) => string) =>
    commit(
      rows.table,
      { build },
      {
        now: () => AT,
        audit: (reply, audited, now) => {
          told.push({ reply, audited, now });
          return [put(keyOf('AUDIT'))];
        },
      },
    );
  const nothing = (tx: TransactionBuilder) => {
    tx.audit(facts);
    return 'nothing';
  };
  expect(await run(nothing)).toBe('nothing');
  expect(told).toEqual([]);
  expect(await found('AUDIT')).toBeUndefined();

  const without = (tx: TransactionBuilder) => {
    tx.put(insert(keyOf('FIRST')));
    tx.audit(facts);
    return 'first';
  };
  expect(await run(without)).toBe('first');
  expect(told).toEqual([{ reply: 'first', audited: [facts], now: AT }]);
  expect(await found('AUDIT')).toBeDefined();

  // With a time from the organization's clock, the changes are staged again once it is known.
  const withTime = (tx: TransactionBuilder) => {
    tx.nextTimestamp(rows.org);
    tx.put(insert(keyOf('SECOND')));
    tx.audit(facts);
    return 'second';
  };
  expect(await run(withTime)).toBe('second');
  expect(told.at(-1)).toMatchObject({ reply: 'second', audited: [facts] });
  expect(told).toHaveLength(2);
});
