import { isItsAddress } from './text/link-list.ts';
import { type ReadHtml, readHtml } from './text-of-html.ts';

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
  return { words: cut(words), textPart: cut(withAddresses(read)) };
}

/** The text with the addresses of its numbered links, because a text part has no other place for them. */
function withAddresses({ text, links }: ReadHtml): string {
  const numbers = new Set(Array.from(text.matchAll(/\[(\d{1,3})\]/g), ([, number]) => Number(number)));
  const numbered = links.filter((link) => !isItsAddress(link) && numbers.has(link.id));
  const addresses = numbered.map(({ id, url }) => `[${id}] ${url}`);
  return addresses.length === 0 ? text : `${text.trimEnd()}\n\n${addresses.join('\n')}`;
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_PART ? text : text.slice(0, MAX_TEXT_PART).toWellFormed();
}
