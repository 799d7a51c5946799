import { html, linesOf, type QuotableMessage, shownPerson } from './quotable-message.ts';

/** Characters that are quoted of a message. */
const MAX_QUOTED = 100_000;
const CUT = '[…]';

/** A quotation of a message, below a reply: as text, and as HTML. */
export interface Quotation {
  readonly text: string;
  readonly html: string;
}

/**
 * A message as mail programs quote it below a reply: a line that says who wrote when, and the text, marked. Readers
 * recognize the line and the marks, and so does the reader of received mail.
 *
 * See: docs/safe-reading.md#quotations; RFC 3676, section 4.5 (`>`).
 */
export function quotationOf(message: QuotableMessage): Quotation {
  const attribution = `On ${dateOf(message.at)}, ${shownPerson(message.from)} wrote:`;
  const lines = quotedLines(message.text);
  return {
    text: [attribution, ...lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))].join('\n'),
    html:
      `<div class="gmail_quote"><div class="moz-cite-prefix">${html([attribution])}</div>` +
      `<blockquote type="cite" style="${BAR}">${html(lines)}</blockquote></div>`,
  };
}

/** A bar at the left, as most mail programs show a quotation. */
const BAR = 'margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex';

/** `Wed, 4 Nov 2026 at 10:00 UTC`: a date that can be read in one way only. */
function dateOf(at: number): string {
  const [day = '', date = '', month = '', year = '', time = ''] = new Date(at).toUTCString().split(' ');
  return `${day} ${Number(date)} ${month} ${year} at ${time.slice(0, 5)} UTC`;
}

function quotedLines(text: string): string[] {
  const isCut = text.length > MAX_QUOTED;
  const shown = linesOf(isCut ? text.slice(0, MAX_QUOTED).toWellFormed() : text);
  return isCut ? [...shown, CUT] : shown;
}
