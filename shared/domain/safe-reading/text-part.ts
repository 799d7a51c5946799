import { withLinkAddresses } from './text/link-addresses.ts';
import { readHtml } from './text-of-html.ts';

/** The texts that are made of the HTML of an email to send. */
export interface TextsOfHtml {
  /** What a person sees, without the numbers of links. */
  readonly words: string;
  /** What goes out as the text part: with the numbers of links, `> ` before quotations, and the addresses below. */
  readonly textPart: string;
}

/** Characters of a text part. */
const MAX_TEXT_PART = 500_000;

/** The texts of an HTML body. The time is linear in its length. */
export function textsOfHtml(html: string): TextsOfHtml {
  const read = readHtml(html);
  const words = read.lines.map(({ text }) => text).join('\n');
  return { words: cut(words), textPart: cut(withLinkAddresses(read.text, read.links)) };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_PART ? text : text.slice(0, MAX_TEXT_PART).toWellFormed();
}
