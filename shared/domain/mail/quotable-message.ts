import { escapeMailHtml } from '../text/escape-html.ts';
import type { MailAddress } from './address.ts';
import type { MailLink } from './mail-reading.ts';

/** What a reply or a forward says of another message. */
export interface QuotableMessage {
  readonly from: MailAddress | undefined;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly subject: string;
  /** When it was received or sent, in milliseconds since 1970. */
  readonly at: number;
  /** Its text as a person sees it. */
  readonly text: string;
}

/** A name that needs no quotes in a line, and that no reader takes for something else. */
const PLAIN_NAME = /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]{0,30}(?: [\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]{0,30}){0,2}$/u;
const PLAIN_ADDRESS = /^[^\s<>()[\]@,;:"\\]{1,64}@[^\s<>()[\]@,;:"\\]{1,255}$/;
const MAX_PLAIN_ADDRESS = 120;

/**
 * A person in a line of a mail program: `Ada <ada@example.com>`. Anyone chooses their own name, so a name that could be
 * taken for another part of the line is left out, and so is what is no address.
 */
export function shownPerson(person: MailAddress | undefined): string {
  const address = person?.address ?? '';
  const isAddress = PLAIN_ADDRESS.test(address) && address.length <= MAX_PLAIN_ADDRESS;
  const name = person?.name ?? '';
  if (!isAddress) return PLAIN_NAME.test(name) ? name : 'Unknown';
  return PLAIN_NAME.test(name) ? `${name} <${address}>` : `<${address}>`;
}

/** A text on one line, without controls and ends of lines. */
export function lineOf(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** The lines of a text. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

/** Lines of text as HTML that says the same. */
export function html(lines: readonly string[]): string {
  return lines.map(escapedLine).join('<br>\n');
}

function escapedLine(line: string): string {
  const escaped = escapeMailHtml(line);
  const text = escaped.trimStart();
  return '&nbsp;'.repeat(escaped.length - text.length) + text;
}

/** HTML with a block at its end, within its body. The time is that of copying it. */
export function withBlock(document: string, block: string): string {
  const end = document.slice(-MAX_END);
  const found = end.search(END_OF_BODY);
  const at = found === -1 ? document.length : document.length - end.length + found;
  return `${document.slice(0, at)}<br>\n${block}\n${document.slice(at)}`;
}

const MAX_END = 200;
const END_OF_BODY = /<\/body\s*>\s*(?:<\/html\s*>\s*)?$/i;

/** A text without the numbers of its links: they lead nowhere in another message. */
export function withoutLinkNumbers(text: string, links: readonly MailLink[]): string {
  const labels = new Map(links.map(({ id, text: label }) => [id, label.slice(-MAX_LABEL_END)]));
  return text.replace(/ ?\[(\d{1,3})\]/g, (mark, number: string, at: number) => {
    const label = labels.get(Number(number));
    return label !== undefined && text.slice(Math.max(0, at - MAX_LABEL_END), at).endsWith(label) ? '' : mark;
  });
}

const MAX_LABEL_END = 20;
