import type { StoredLayouts } from '#shared/domain/stage/layout.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/** The layouts of the rows of the table. A restored table has the row as it was when its other rows were written. */
export interface StoredLayoutRow extends StoredLayouts {
  /** What the deployed release writes. A migration may not end before it is the newest. */
  readonly writes: number;
}

const decodeStoredLayout = rowDecoder<StoredLayoutRow>({ oldest: 'number', newest: 'number', writes: 'number' });

export const STORED_LAYOUT_KEY: Key = { pk: `${PREFIX.layout}table`, sk: 'LAYOUT' };

/** The layouts of the table by a strongly consistent read, or `undefined` if it has none. */
export function findStoredLayout(table: Table): Promise<Row<StoredLayoutRow> | undefined> {
  return getRow(table, decodeStoredLayout, STORED_LAYOUT_KEY, { strong: true });
}
