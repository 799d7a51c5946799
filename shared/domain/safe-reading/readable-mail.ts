import { linesOfPlainText } from '#shared/domain/quotations/author-text.ts';
import type { ReadLine } from '#shared/domain/quotations/read-lines.ts';
import { passagesOnlyIn, saysNothingNew } from './alternatives.ts';
import type { ContentWarning } from './content-warning.ts';
import { withoutInvisibleCharacters } from './invisible-characters.ts';
import { seenText } from './seen-value.ts';
import { LinkList, type ReadLink } from './text/link-list.ts';
import { type ReadHtml, readHtml } from './text-of-html.ts';

/** What an agent reads of an email: what a person would see of it. */
export interface ReadableMail {
  /** The whole email as a person sees it, with links numbered; '' if there is nothing. */
  text: string;
  /** Which part of the email `text` is made from. */
  textSource: 'html' | 'plain';
  /** The same line by line, without the numbers of links. */
  lines: ReadLine[];
  links: ReadLink[];
  /** What was left out; null if nothing was. */
  hiddenText: string | null;
  warnings: ContentWarning[];
}

const MAX_HIDDEN = 100_000;
/** Ordinary newsletters have up to 500 characters there, which fill what programs show in lists. */
const MAX_PREHEADER = 600;
const MAX_TITLE = 250;
const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * What a person would see of the two bodies of an email. Mail programs show the HTML, so it is what an agent reads; the
 * plain part only where there is no HTML, or nothing in it but pictures. What the plain part says in addition is left
 * out.
 *
 * See: docs/safe-reading.md.
 */
export function readableMail(plain: string | null, html: string | null): ReadableMail {
  const found = html === null ? undefined : readHtml(html);
  const hasPlain = plain !== null && HAS_WORD.test(plain);
  if (found === undefined || (isOnlyPictures(found) && hasPlain)) return fromPlain(plain ?? '', found);
  const warnings = htmlWarnings(found);
  const characters = withoutInvisibleCharacters(found.text);
  const given = plain === null ? undefined : withoutInvisibleCharacters(plain);
  const passages = given === undefined ? [] : passagesOnlyIn(given.text, shownBy(found, characters.text));
  if (passages.length > 0) warnings.push('alternatives_differ');
  if (characters.isSuspicious || given?.isSuspicious) warnings.push('invisible_characters');
  return {
    text: characters.text,
    textSource: 'html',
    lines: found.lines.map((line) => ({ ...line, text: seenText(line.text) })),
    links: found.links.map((link) => ({ ...link, text: seenText(link.text) })),
    hiddenText: hiddenTextOf([...hiddenIn(found), ...passages, given?.encoded ?? '', characters.encoded]),
    warnings,
  };
}

function fromPlain(plain: string, found: ReadHtml | undefined): ReadableMail {
  const { text, encoded, isSuspicious } = withoutInvisibleCharacters(plain);
  const links = new LinkList();
  links.addFromText(text);
  const warnings: ContentWarning[] = found === undefined ? [] : [...htmlWarnings(found), 'text_from_plain_part'];
  if (isSuspicious) warnings.push('invisible_characters');
  return {
    text,
    textSource: 'plain',
    lines: linesOfPlainText(text),
    links: links.all,
    hiddenText: hiddenTextOf([...(found === undefined ? [] : hiddenIn(found)), encoded]),
    warnings,
  };
}

/** Whether a person sees no words of the HTML, but pictures: they may be a picture of the text. */
function isOnlyPictures({ text, unseen, hasPictures, links }: ReadHtml): boolean {
  const isEmpty = !HAS_WORD.test(text.replace(/\[\d+\]/g, ''));
  const hasOther =
    [unseen.doubtful, unseen.hidden, unseen.preheader].some(({ length }) => length > 0) || links.length > 0;
  return isEmpty && (hasPictures || !hasOther);
}

/** What the plain part may say without a difference: what is seen, titles, texts of pictures and of the preview. */
function shownBy({ unseen, links }: ReadHtml, text: string): string {
  const named = links.map((link) => link.text);
  return [text, ...unseen.titles, ...unseen.spare, ...unseen.preheader, ...named].join('\n');
}

function hiddenIn({ unseen }: ReadHtml): string[] {
  const { preheader, titles, hidden, doubtful, spare } = unseen;
  return [...preheader, ...titles.map((title) => title.trim()), ...hidden, ...doubtful, ...spare];
}

function hiddenTextOf(texts: readonly string[]): string | null {
  const hidden = texts.filter((text) => text !== '').join('\n');
  return hidden === '' ? null : hidden.slice(0, MAX_HIDDEN).toWellFormed();
}

function htmlWarnings({ text, unseen, links }: ReadHtml): ContentWarning[] {
  const { preheader, hidden, titles, doubtful, spare } = unseen;
  const warnings: ContentWarning[] = [];
  const opening = preheader.join(' ');
  const isPreheader = opening !== '' && opening.length <= MAX_PREHEADER && text !== '';
  if (isPreheader) warnings.push('preheader');
  // What is also seen elsewhere, such as the version of a block for narrow screens, says nothing of its own.
  const long = [
    ...titles.filter((title) => title.length > MAX_TITLE),
    ...spare.filter((one) => one.length > MAX_TITLE),
  ];
  const unseenTexts = [...hidden, ...long, ...(isPreheader ? [] : preheader)];
  if (!saysNothingNew(unseenTexts.join(' '), text)) warnings.push('hidden_text');
  if (doubtful.some((one) => HAS_WORD.test(one))) warnings.push('doubtful_text');
  if (links.some((link) => link.warnings.length > 0)) warnings.push('link_text_differs');
  return warnings;
}
