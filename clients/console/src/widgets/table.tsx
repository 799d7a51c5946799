import { type ComponentChildren, createContext } from 'preact';

interface TableProps {
  /** What the rows are: `Contacts`. */
  readonly label: string;
  /** The column titles. The column without a title holds the actions. */
  readonly columns: readonly string[];
  readonly children?: ComponentChildren;
}

/** The column titles of the table around a row. */
export const Columns = createContext<readonly string[]>([]);

/**
 * The roles of the elements of a table. Where there is no room for its columns, the styles show each row as a block
 * with the titles in it, and an element that is not displayed as a part of a table would have lost its role.
 */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** A table that is as wide as its place: where that is narrow, each of its rows is a block. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={label}>
      <table {...TABLE_ROLES.table}>
        <thead {...TABLE_ROLES.group}>
          <tr {...TABLE_ROLES.row}>
            {columns.map((title) => (
              <th {...TABLE_ROLES.header}>{title || <span class="sr">Actions</span>}</th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group}>
          <Columns.Provider value={columns}>{children}</Columns.Provider>
        </tbody>
      </table>
    </div>
  );
}
