import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dataRefusal, type ReleaseLayouts, UNKNOWN_LAYOUT } from '#shared/domain/stage/layout.ts';
import { findStoredLayout, type StoredLayoutRow } from './entities/stage/stored-layout.ts';
import type { Table } from './table-client.ts';

/** What a table says to a release: the layouts that it has, if any, and why the release may not use it, if so. */
export interface TableLayout {
  /** `undefined` for an empty table. */
  readonly found: StoredLayoutRow | undefined;
  readonly refusal: string | undefined;
}

/** Whether a release may work on a table. It only reads. */
export async function examineLayout(table: Table, release: ReleaseLayouts): Promise<TableLayout> {
  const found = await findStoredLayout(table);
  if (found === undefined) {
    return { found, refusal: (await isEmpty(table)) ? undefined : `table ${table.name} ${UNKNOWN_LAYOUT}` };
  }
  const refusal = dataRefusal(found, release);
  return { found, refusal: refusal === undefined ? undefined : `table ${table.name} ${refusal}` };
}

/** Counts, and reads no row, because that is all that the guard may do with rows of other kinds. */
async function isEmpty({ client, name }: Table): Promise<boolean> {
  const { Count = 0 } = await client.send(
    new ScanCommand({ TableName: name, Select: 'COUNT', Limit: 1, ConsistentRead: true }),
  );
  return Count === 0;
}
