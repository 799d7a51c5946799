import { isDeepStrictEqual } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { anyRow } from '#shared/data/decode-row.ts';
import { conditionalWrite } from '#shared/data/direct-writes/conditional-write.ts';
import { getRow, type Row, type Table } from '#shared/data/table-client.ts';
import type { CapacityLimiter } from './capacity-limiter.ts';
import type { PreparedMigration } from './migration.ts';

/** How often a row is read again that other writers keep changing. */
const MAX_TRIES = 8;

/**
 * Changes one row, if the migration wants it changed. Only the attributes that differ are written, on the condition
 * that they are as they were read: another writer wins, and the row is read again. Returns whether the row was changed.
 */
export async function applyChange(
  table: Table,
  found: Row,
  migration: PreparedMigration,
  limiter: CapacityLimiter,
): Promise<boolean> {
  let row: Row | undefined = found;
  for (let tries = 0; tries < MAX_TRIES && row !== undefined; tries++) {
    const wanted: Row | undefined = await migration.change(row);
    if (wanted === undefined) return false;
    if (await replaceAttributes(table, row, wanted, limiter)) return true;
    row = await getRow(table, anyRow, row, { strong: true });
  }
  if (row === undefined) return false;
  throw new Error(`other writers changed the row ${MAX_TRIES} times meanwhile`);
}

async function replaceAttributes(table: Table, old: Row, wanted: Row, limiter: CapacityLimiter): Promise<boolean> {
  const names = [...new Set([...Object.keys(old), ...Object.keys(wanted)])].filter(
    (name) => !isDeepStrictEqual(old[name], wanted[name]),
  );
  if (names.includes('pk') || names.includes('sk')) throw new Error('a migration may not change the key of a row');
  if (names.length === 0) throw new Error('a migration returned a row without a change');
  const changed = names.map((name, at) => ({ name, at, before: old[name], after: wanted[name] }));
  const set = changed.filter(({ after }) => after !== undefined).map(({ at }) => `#a${at} = :new${at}`);
  const removed = changed.filter(({ after }) => after === undefined).map(({ at }) => `#a${at}`);
  const asRead = changed.map(({ at, before }) =>
    before === undefined ? `attribute_not_exists(#a${at})` : `#a${at} = :old${at}`,
  );
  await limiter.wait();
  const { written } = await conditionalWrite(
    table.client
      .send(
        new UpdateCommand({
          TableName: table.name,
          Key: { pk: old.pk, sk: old.sk },
          UpdateExpression: [
            ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
            ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
          ].join(' '),
          // An update of a row that was deleted meanwhile would create it again.
          ConditionExpression: ['attribute_exists(pk)', ...asRead].join(' AND '),
          ExpressionAttributeNames: Object.fromEntries(changed.map(({ at, name }) => [`#a${at}`, name])),
          ExpressionAttributeValues: Object.fromEntries(
            changed.flatMap(({ at, before, after }) => [
              ...(before === undefined ? [] : [[`:old${at}`, before]]),
              ...(after === undefined ? [] : [[`:new${at}`, after]]),
            ]),
          ),
          ReturnConsumedCapacity: 'TOTAL',
        }),
      )
      .then((response) => {
        limiter.add(response.ConsumedCapacity);
        return response;
      }),
  );
  return written;
}
