import { countWords, passagesOnlyIn, saysNothingNew } from './alternatives.ts';
import type { ContentWarning } from './content-warning.ts';
import { withoutInvisibleCharacters } from './invisible-characters.ts';
import { namesAnotherSite } from './link-warnings.ts';
import { type ReadHtml, readHtml } from './text-of-html.ts';

/** What an agent reads of an email: what a person would see of it. */
export interface ReadableMail {
  /** The plain part, or the text of the HTML where the two differ; null without a plain part. */
  text: string | null;
  /** The text from which snippets and replies are made; null if there is none. */
  readable: string | null;
  /** What was left out; null if nothing was. */
  hiddenText: string | null;
  warnings: ContentWarning[];
}

const MAX_HIDDEN = 100_000;
/** Ordinary newsletters have up to 500 characters there, which fill what programs show in lists. */
const MAX_PREHEADER = 600;
const MAX_TITLE = 250;
/** HTML with fewer words may be an image with the text of the email, which the plain part repeats. */
const MIN_HTML_WORDS = 10;

/**
 * What a person would see of the two bodies of an email. Where they differ, the HTML counts, because that is what mail
 * programs show.
 *
 * See: docs/safe-reading.md.
 */
export function readableMail(plain: string | null, html: string | null): ReadableMail {
  const found = html === null ? undefined : readHtml(html);
  const fromHtml = found === undefined ? undefined : seen(found.text);
  const fromPlain = plain === null ? undefined : seen(plain);
  const passages =
    fromHtml && fromPlain && countWords(fromHtml.text) >= MIN_HTML_WORDS
      ? passagesOnlyIn(fromPlain.text, fromHtml.text)
      : [];
  const used = passages.length > 0 ? [fromHtml] : [fromPlain ?? fromHtml];
  const readable = used[0]?.text ?? null;
  const encoded = [fromPlain, fromHtml].flatMap((one) => (one?.encoded ? [one.encoded] : []));
  const hidden = [...(found === undefined ? [] : hiddenIn(found)), ...passages, ...encoded].join('\n');
  const warnings: ContentWarning[] = found === undefined ? [] : htmlWarnings(found);
  if (passages.length > 0) warnings.push('alternatives_differ');
  if (fromPlain?.isSuspicious || fromHtml?.isSuspicious) warnings.push('invisible_characters');
  return {
    text: plain === null ? null : readable,
    readable,
    hiddenText: hidden === '' ? null : hidden.slice(0, MAX_HIDDEN).toWellFormed(),
    warnings,
  };
}

const seen = withoutInvisibleCharacters;

function hiddenIn({ preheader, hidden, titles }: ReadHtml): string[] {
  return [...preheader, ...titles.map((title) => title.trim()), ...hidden].filter((text) => text !== '');
}

function htmlWarnings(found: ReadHtml): ContentWarning[] {
  const { text, preheader, hidden, titles, links, isIncomplete } = found;
  const warnings: ContentWarning[] = [];
  const opening = preheader.join(' ');
  const isPreheader = opening !== '' && opening.length <= MAX_PREHEADER && text !== '';
  if (isPreheader) warnings.push('preheader');
  // What is also seen elsewhere, such as the version of a block for narrow screens, says nothing of its own.
  const unseen = [...hidden, ...titles.filter((title) => title.length > MAX_TITLE), ...(isPreheader ? [] : preheader)];
  if (isIncomplete || !saysNothingNew(unseen.join(' '), text)) warnings.push('hidden_text');
  if (links.some(namesAnotherSite)) warnings.push('link_text_differs');
  return warnings;
}
