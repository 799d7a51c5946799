import type { ComponentChildren } from 'preact';

interface TableRowProps {
  /** What distinguishes the row from the others of its table, so that it keeps the focus. */
  readonly id?: string;
  readonly cells: readonly ComponentChildren[];
}

/** A table row that the row shortcuts can focus. Tab moves on to its links and buttons. */
export function TableRow({ id, cells }: TableRowProps) {
  return (
    <tr data-row={id ?? ''} tabindex={-1}>
      {cells.map((cell) => (
        <td>{cell}</td>
      ))}
    </tr>
  );
}
