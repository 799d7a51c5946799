import { compile } from 'html-to-text';
import { type VisibleHtml, visibleHtml } from './visible-html.ts';

/** The maximum of characters that are read of an HTML body, and of the resulting text. */
const MAX_INPUT = 500_000;
const MAX_OUTPUT = 500_000;

const convert = compile({
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
    // Elements that begin a line, which the library reads as parts of one.
    ...'address caption center dd details dialog dir dl dt fieldset figcaption figure legend menu summary'
      .split(' ')
      .map((selector) => ({ selector, format: 'block' })),
    // The text of the author, in upper and lower case as it was written.
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The text of an HTML body as a person sees it, and what was found while reading it. */
export interface ReadHtml extends Omit<VisibleHtml, 'html'> {
  text: string;
}

/**
 * Reads an HTML body: its text without what is hidden. The time is linear in the length of the body, because very
 * deeply nested HTML is flattened first.
 */
export function readHtml(html: string): ReadHtml {
  const { html: visible, ...found } = visibleHtml(html.slice(0, MAX_INPUT));
  const text = convert(visible).trim();
  return { ...found, text: text.length <= MAX_OUTPUT ? text : text.slice(0, MAX_OUTPUT).toWellFormed() };
}

/** The text of an HTML body that a person sees, for snippets and for messages without a plain text part. */
export function textOfHtml(html: string): string {
  return readHtml(html).text;
}
