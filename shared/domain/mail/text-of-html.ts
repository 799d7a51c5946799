import { compile } from 'html-to-text';
import { flattenHtml } from './flatten-html.ts';

/** The maximum of characters that are read of an HTML body, and of the resulting text. */
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
 * The readable text of an HTML body, for snippets and for messages without a plain text part. The time is linear in the
 * length of the body, because very deeply nested HTML is flattened first.
 */
export function textOfHtml(html: string): string {
  const text = convert(flattenHtml(html.slice(0, MAX_INPUT))).trim();
  return text.length <= MAX_OUTPUT ? text : text.slice(0, MAX_OUTPUT).toWellFormed();
}
