import { timestamp } from '#shared/domain/time/time.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * The bytes of content that an organization stores. `total` counts everything; an attribute for each month counts the
 * bytes that expire in it. Those of past months still count in `total` until a write takes them out.
 *
 * See: docs/contract/limits.md#stored-content; shared/data/direct-writes/stored-bytes.ts.
 */
interface StoredBytes {
  total: number;
}

const decodeStoredBytes = rowDecoder<StoredBytes>({ total: 'number' });

export function storedBytesKey(organizationId: string): Key {
  return { pk: `${PREFIX.usage}${organizationId}`, sk: 'STORED' };
}

const MONTH = /^until_\d{4}_\d{2}$/;

/** The attribute that counts what expires in the UTC month of a time. */
export function expiryMonth(time: number): string {
  return `until_${timestamp(time).slice(0, 7).replace('-', '_')}`;
}

/** The months that have passed, with the bytes that have expired in them. */
export function expiredMonths(row: Readonly<Record<string, unknown>>, now: number): [month: string, bytes: number][] {
  return Object.entries(row).flatMap(([name, bytes]) =>
    MONTH.test(name) && name < expiryMonth(now) ? [[name, Number(bytes)] as [string, number]] : [],
  );
}

/** The bytes that an organization stores now. */
export async function findStoredBytes(table: Table, organizationId: string, now: number): Promise<number> {
  const row: Row<StoredBytes> | undefined = await getRow(table, decodeStoredBytes, storedBytesKey(organizationId), {
    strong: true,
  });
  if (row === undefined) return 0;
  const expired = expiredMonths({ ...row }, now).reduce((sum, [, bytes]) => sum + bytes, 0);
  return Math.max(0, row.total - expired);
}
