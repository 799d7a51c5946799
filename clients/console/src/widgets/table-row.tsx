import type { ComponentChildren } from 'preact';

/** A table row that the row shortcuts can focus. Tab moves on to its links and buttons. */
export function TableRow({ cells }: { readonly cells: readonly ComponentChildren[] }) {
  return (
    <tr data-row tabindex={-1}>
      {cells.map((cell) => (
        <td>{cell}</td>
      ))}
    </tr>
  );
}
