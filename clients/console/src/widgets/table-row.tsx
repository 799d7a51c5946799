import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { Columns, TABLE_ROLES } from './table.tsx';

interface TableRowProps {
  /** What distinguishes the row from the others of its table, so that it keeps the focus. */
  readonly id?: string;
  readonly cells: readonly ComponentChildren[];
}

/** A table row that the row shortcuts can focus. Tab moves on to its links and buttons. */
export function TableRow({ id, cells }: TableRowProps) {
  const columns = useContext(Columns);
  return (
    <tr {...TABLE_ROLES.row} data-row={id ?? ''} tabindex={-1}>
      {cells.map((cell, index) => (
        <td {...TABLE_ROLES.cell} data-title={columns[index] || undefined}>
          {cell}
        </td>
      ))}
    </tr>
  );
}
