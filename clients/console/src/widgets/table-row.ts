import { html } from 'htm/preact';

/** A table row that the row shortcuts can focus. Tab moves on to its links and buttons. */
export function TableRow({ cells }: { readonly cells: readonly unknown[] }) {
  return html`<tr data-row tabindex="-1">${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}
