import type { DecodeRow, Row } from './table-client.ts';

type TypeName<V> = V extends string ? 'string' : V extends number ? 'number' : V extends boolean ? 'boolean' : 'object';

/**
 * A decoder that checks the fields without which the entity is not usable. A row that fails was written by a defect or
 * by hand; the error says so where the row is read, and not where the missing field is used.
 */
export function rowDecoder<T extends object>(
  fields: {
    readonly [K in keyof T & string]?: TypeName<NonNullable<T[K]>>;
  },
): DecodeRow<T> {
  const checks = Object.entries(fields);
  return (row) => {
    for (const [name, type] of checks) {
      // The prefix of the partition key only: the rest may hold an address.
      if (typeof row[name] !== type) throw new Error(`a row ${row.pk.split('#')[0]}# has no ${type} '${name}'`);
    }
    return row as Row<T>;
  };
}

/** Accepts every row: for callers that only need to know which rows exist. */
export const anyRow: DecodeRow<Record<string, unknown>> = (row) => row;
