import { compile } from 'html-to-text';
import { flattenHtml } from './flatten-html.ts';

/** Characters of an HTML body that are read, and of the text that is made of it. */
const MAX_INPUT = 500_000;
const MAX_OUTPUT = 500_000;

const convert = compile({
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
  ],
});

/**
 * The readable text of an HTML body: for the snippet, and for messages without a plain part. The work grows like the
 * body: what HTML nests deeper than any reader cares for is flattened first.
 */
export function textOfHtml(html: string): string {
  const text = convert(flattenHtml(html.slice(0, MAX_INPUT))).trim();
  return text.length <= MAX_OUTPUT ? text : text.slice(0, MAX_OUTPUT).toWellFormed();
}
