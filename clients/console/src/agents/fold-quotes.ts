/**
 * Elements that mail programs put quoted messages into, and nothing else. A `blockquote` without such a mark is a
 * format of what the author wrote. See: docs/safe-reading.md#quotations.
 */
const QUOTES =
  'blockquote[type="cite" i], blockquote.gmail_quote, blockquote.protonmail_quote, .yahoo_quoted, .zd_quoted, ' +
  '#mail-editor-reference-message-container, #appleoriginalcontents';

/**
 * Folds the quoted messages of a parsed email, so that what its author wrote comes first. An email that is nothing but
 * a quotation stays as it is, and so does one with a quotation between its lines.
 */
export function foldQuotes(inert: Document): void {
  const quotes = [...inert.querySelectorAll(QUOTES)].filter((one) => !one.parentElement?.closest(QUOTES));
  const [quote] = quotes;
  if (quote === undefined || quotes.length > 1 || !hasWordsBefore(inert, quote)) return;
  const details = inert.createElement('details');
  const summary = inert.createElement('summary');
  summary.textContent = 'Quoted text';
  quote.replaceWith(details);
  details.append(summary, quote);
}

function hasWordsBefore(inert: Document, quote: Element): boolean {
  const range = inert.createRange();
  range.setStart(inert.body, 0);
  range.setEndBefore(quote);
  return range.toString().trim() !== '';
}
