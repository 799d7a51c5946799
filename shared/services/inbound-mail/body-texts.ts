import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { escapeMailHtml } from '#shared/domain/text/escape-html.ts';
import type { BodyPlace } from './message-bodies.ts';

type TextType = 'plain' | 'html';

/** A text of an email. */
export interface BodyText {
  readonly type: TextType;
  readonly text: string;
}

/**
 * The plain and the HTML body of an email: the texts of its places, joined. If an email has texts of both types, a
 * place with one type is converted and added to the other body too. The parser could do this, but some of its regular
 * expressions for HTML take quadratic or cubic time. `read` returns the text of a part.
 */
export function bodyTexts<P>(
  places: readonly BodyPlace<P>[],
  read: (part: P) => BodyText,
): { text: string | undefined; html: string | undefined } {
  const has = (type: TextType) => places.some((place) => place[type] !== undefined);
  return {
    text: has('plain') ? joined(places, 'plain', read) : undefined,
    html: has('html') ? joined(places, 'html', read) : undefined,
  };
}

function joined<P>(places: readonly BodyPlace<P>[], type: TextType, read: (part: P) => BodyText): string | undefined {
  const texts: string[] = [];
  let left = MAX_BODY_CHARACTERS;
  for (const place of places) {
    for (const part of place[type] ?? place[type === 'html' ? 'plain' : 'html'] ?? []) {
      if (left <= 0) break;
      const original = read(part);
      const whole = original.text.slice(0, MAX_BODY_CHARACTERS);
      const text = original.type === type ? whole : CONVERT[type](whole);
      texts.push(text);
      left -= text.length + 1;
    }
  }
  return texts.join('\n').slice(0, MAX_BODY_CHARACTERS).toWellFormed() || undefined;
}

function htmlOfText(text: string): string {
  return `<div>${escapeMailHtml(text.trim()).replace(/\n/g, '<br />')}</div>`;
}

const CONVERT: Readonly<Record<TextType, (text: string) => string>> = { plain: textOfHtml, html: htmlOfText };
