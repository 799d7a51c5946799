import { html } from 'htm/preact';

/** A row of a table, which the keys for rows move to. Tab moves to what is in it. */
export function TableRow({ cells }: { readonly cells: readonly unknown[] }) {
  return html`<tr data-row tabindex="-1">${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}
