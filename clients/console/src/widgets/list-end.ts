import { html } from 'htm/preact';
import { ErrorText } from './error-text.ts';
import { Loading } from './loading.ts';
import type { PagesRead } from './use-pages.ts';

interface ListEndProps {
  readonly pages: PagesRead<unknown>;
  /** What the rows are: `agents`. */
  readonly what: string;
  /** What is shown for a list without rows. */
  readonly empty: string;
}

/** What follows the rows of a list: whether it is being read, is empty, has failed, or has more. */
export function ListEnd({ pages, what, empty }: ListEndProps) {
  const { rows, error, hasMore, more } = pages;
  if (error !== undefined) return html`<${ErrorText} error=${error} />`;
  if (rows === undefined) return html`<${Loading} what=${what} />`;
  if (rows.length === 0 && !hasMore) return html`<p class="quiet empty">${empty}</p>`;
  return hasMore ? html`<p><button type="button" onClick=${more}>More ${what}</button></p>` : null;
}
