import { html } from 'htm/preact';

interface TableProps {
  /** What the rows are: `Contacts`. */
  readonly label: string;
  /** The titles of the columns. The one without a title has the actions. */
  readonly columns: readonly string[];
  readonly children?: unknown;
}

/** A table, which scrolls where it is wider than the page. */
export function Table({ label, columns, children }: TableProps) {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table>
        <thead><tr>${columns.map((title) => html`<th>${title || html`<span class="sr">Actions</span>`}</th>`)}</tr></thead>
        <tbody>${children}</tbody>
      </table>
    </div>
  `;
}
