import type { FullMessage } from './mail-record.ts';
import { oneLine } from './untrusted.ts';

/** The texts of a message, also of one in a thread, which has no HTML and may have no text. */
export interface MessageTexts extends Partial<Pick<FullMessage, 'text' | 'extracted_text' | 'html' | 'links'>> {}

/** What a result says where it shows only what the author of a message wrote now. */
export const QUOTED_OMITTED = 'Omitted. Use include_quoted: true to get it.';

/**
 * What its author wrote, or with `includeQuoted` the whole text. That of an HTML email that an old release stored is
 * what the caller has read of it.
 */
export function shownBody(
  { text, extracted_text: extracted }: MessageTexts,
  { includeQuoted }: { readonly includeQuoted: boolean },
): string {
  return (includeQuoted ? (text ?? extracted) : (extracted ?? text)) ?? '';
}

/**
 * Whether the text has more than its author wrote, or may have: in an old HTML email it is found only by reading it.
 */
export function hasQuotedText({ text, html, extracted_text: extracted, links = [] }: MessageTexts): boolean {
  if ((extracted ?? null) === null) return false;
  if ((text ?? null) === null) return /<blockquote\b|gmail_quote/i.test(html ?? '');
  const ids = new Set(links.map(({ id }) => String(id)));
  // Only the whole text has the numbers of links.
  const withoutLinks = (shown: string) => shown.replace(/\[(\d{1,5})\]/g, (all, id) => (ids.has(id) ? '' : all));
  const signs = (shown: string | null | undefined) => withoutLinks(oneLine(shown ?? '')).replace(/\s/g, '').length;
  return signs(text) > signs(extracted);
}
