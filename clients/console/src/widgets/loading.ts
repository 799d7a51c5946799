import { html } from 'htm/preact';

/** Says that something is being read. */
export function Loading({ what }: { readonly what: string }) {
  return html`<p class="quiet" role="status">Reading ${what} …</p>`;
}
