import type { ReadLine } from '#shared/domain/quotations/read-lines.ts';
import { INITIAL_STYLE } from './css/rendered-style.ts';
import { StyleSheet } from './css/style-sheet.ts';
import { isElement, type MailElement, type MailNode, textOf } from './html/mail-tree.ts';
import { parseHtml } from './html/parse-html.ts';
import { StyleTree } from './html/style-tree.ts';
import { HtmlReader } from './text/html-reader.ts';
import type { WrittenLine } from './text/line-writer.ts';
import { LinkList, type ReadLink } from './text/link-list.ts';
import { UnseenTexts } from './text/unseen-texts.ts';

/** The maximum of characters that are read of an HTML body, and of the resulting text. */
const MAX_INPUT = 500_000;
const MAX_OUTPUT = 500_000;
/** What is before the lines of a quotation. */
const MARK = '> ';
const MAX_MARKS = 10;

/** The text of an HTML body as a person sees it, and what was found while reading it. */
export interface ReadHtml {
  /** The text, with the numbers of links, and `> ` before quotations that a mail program marked. */
  readonly text: string;
  /** The same without numbers and marks. */
  readonly lines: readonly ReadLine[];
  readonly links: readonly ReadLink[];
  /** The texts that are not seen, or perhaps not. */
  readonly unseen: UnseenTexts;
  /** Whether there is a picture. */
  readonly hasPictures: boolean;
}

/**
 * Reads an HTML body as a browser shows it, with scripts off and nothing loaded: its text without what is hidden, and
 * without what has a style that is not understood. The time is linear in the length of the body.
 *
 * See: docs/safe-reading.md.
 */
export function readHtml(html: string): ReadHtml {
  const document = parseHtml(html.slice(0, MAX_INPUT));
  const sheet = new StyleSheet(document.isQuirky);
  const found: Found = { base: undefined, hasBackgrounds: false, isDark: false };
  collect(document.children, sheet, found);
  const styles = new StyleTree(document, sheet);
  const links = new LinkList(found.base);
  const unseen = new UnseenTexts();
  // Where a part of the rules is not known, nothing says what is seen.
  const sight = sheet.isIncomplete || found.isDark ? 'doubtful' : 'seen';
  const written = new HtmlReader(styles, links, unseen).read(document.children, INITIAL_STYLE, sight);
  const text = joined(written);
  links.addFromText(text);
  return {
    text,
    lines: written.map(({ text: line, depth, role }) => ({ text: line, depth, role })),
    links: links.all,
    unseen,
    hasPictures: found.hasBackgrounds || unseen.hasPictures,
  };
}

/** The text of an HTML body that a person sees, without the numbers of links. */
export function textOfHtml(html: string): string {
  return cut(
    readHtml(html)
      .lines.map(({ text }) => text)
      .join('\n'),
  );
}

function joined(lines: readonly WrittenLine[]): string {
  return cut(
    lines.map(({ numbered, marks }) => (MARK.repeat(Math.min(marks, MAX_MARKS)) + numbered).trimEnd()).join('\n'),
  );
}

function cut(text: string): string {
  return text.length <= MAX_OUTPUT ? text : text.slice(0, MAX_OUTPUT).toWellFormed();
}

interface Found {
  base: string | undefined;
  hasBackgrounds: boolean;
  /** Whether the document asks for a dark ground. */
  isDark: boolean;
}

/** Collects the style sheets of a document, and what else concerns all of it. */
function collect(nodes: readonly MailNode[], sheet: StyleSheet, found: Found): void {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    const { name, attributes } = node;
    if (name === 'style') addStyle(node, sheet);
    else if (name === 'link' && isStyleInEmail(attributes)) sheet.addUnread();
    else if (name === 'base') found.base ??= attributes.href;
    else if (attributes.background) found.hasBackgrounds = true;
    else if (name === 'meta' && /^color-scheme$/i.test(attributes.name ?? '')) {
      found.isDark ||= /dark/i.test(attributes.content ?? '') && !/light/i.test(attributes.content ?? '');
    }
    collect(node.children, sheet, found);
  }
}

function addStyle({ children, attributes: { type = '', media } }: MailElement, sheet: StyleSheet): void {
  if (/^(?:text\/css)?$/i.test(type.trim())) sheet.add(textOf(children), media);
}

/** A style sheet from elsewhere is not loaded; one in the address itself is. */
function isStyleInEmail({ rel = '', href = '' }: Readonly<Record<string, string>>): boolean {
  return /\bstylesheet\b/i.test(rel) && /^\s*data:/i.test(href);
}
