import { convert } from 'html-to-text';

/** Characters of an HTML body that are read, and levels of its tree: mail can be anything, time cannot. */
const MOST_INPUT = 500_000;
const MOST_DEPTH = 100;

/** The readable text of an HTML body: for the snippet, and for messages without a plain part. */
export function textOfHtml(html: string): string {
  return convert(html.slice(0, MOST_INPUT), {
    wordwrap: false,
    limits: { maxDepth: MOST_DEPTH, ellipsis: '' },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
    ],
  }).trim();
}
