import { convert } from 'html-to-text';

/** Characters of an HTML body that are read, and levels of its tree: mail can be anything, time cannot. */
const MOST_INPUT = 500_000;
const MOST_DEPTH = 100;

/**
 * The converter looks up what to do with a tag in a plain object, where `constructor`, the one name of JavaScript's own
 * that a tag can have, finds a function. Such a tag means nothing in HTML, so it becomes one that means nothing.
 */
const CONSTRUCTOR_TAG = /<(\/?)constructor(?![\w-])/gi;

/** The readable text of an HTML body: for the snippet, and for messages without a plain part. */
export function textOfHtml(html: string): string {
  return convert(html.slice(0, MOST_INPUT).replace(CONSTRUCTOR_TAG, '<$1span'), {
    wordwrap: false,
    limits: { maxDepth: MOST_DEPTH, ellipsis: '' },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
    ],
  }).trim();
}
