import { html } from 'htm/preact';

/** Shows that something is loading. */
export function Loading({ what }: { readonly what: string }) {
  return html`<p class="quiet" role="status">Loading ${what}…</p>`;
}
