import type { ComponentChildren } from 'preact';
import { ListEnd } from './list-end.tsx';
import { Table } from './table.tsx';
import type { PagesRead } from './use-pages.ts';

interface PagedTableProps<T> {
  readonly pages: PagesRead<T>;
  /** What the rows are: `Contacts`. */
  readonly label: string;
  /** The column titles. The column without a title holds the actions. */
  readonly columns: readonly string[];
  readonly row: (record: T) => ComponentChildren;
  /** What is shown for an empty list: a text, or what it is for with the first step. */
  readonly empty: ComponentChildren;
}

/** A list as a table: the loaded rows, and whether it is loading, is empty, has failed, or has more rows. */
export function PagedTable<T>({ pages, label, columns, row, empty }: PagedTableProps<T>) {
  const { rows = [] } = pages;
  return (
    <>
      {rows.length > 0 && (
        <Table label={label} columns={columns}>
          {rows.map(row)}
        </Table>
      )}
      <ListEnd pages={pages} what={label.toLowerCase()} empty={empty} />
    </>
  );
}
