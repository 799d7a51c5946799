import type { ComponentChildren } from 'preact';

interface TableProps {
  /** What the rows are: `Contacts`. */
  readonly label: string;
  /** The column titles. The column without a title holds the actions. */
  readonly columns: readonly string[];
  readonly children?: ComponentChildren;
}

/** A table that scrolls if it is wider than the page. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((title) => (
              <th>{title || <span class="sr">Actions</span>}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
