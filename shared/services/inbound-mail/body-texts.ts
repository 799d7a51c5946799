import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';

type TextType = 'plain' | 'html';

/** The texts that the parser found, by MIME part. */
export type TextParts = ReadonlyMap<unknown, Readonly<Partial<Record<TextType, readonly { value?: unknown }[]>>>>;

/**
 * The plain and the HTML body of an email: the texts of its parts, joined. If an email has parts of both types, a part
 * of one type is converted and added to the other body too. The parser could do this, but some of its regular
 * expressions for HTML take quadratic or cubic time.
 */
export function bodyTexts(parts: TextParts): { text: string | undefined; html: string | undefined } {
  const types = new Set([...parts.values()].flatMap((part) => Object.keys(part) as TextType[]));
  return {
    text: types.has('plain') ? joined(parts, 'plain', textOfHtml) : undefined,
    html: types.has('html') ? joined(parts, 'html', htmlOfText) : undefined,
  };
}

function joined(parts: TextParts, type: TextType, convert: (text: string) => string): string | undefined {
  const texts: string[] = [];
  let left = MAX_BODY_CHARACTERS;
  for (const part of parts.values()) {
    const values = part[type];
    for (const { value } of values ?? Object.values(part).flat()) {
      if (left <= 0) break;
      const original = String(value ?? '').slice(0, MAX_BODY_CHARACTERS);
      const text = values === undefined ? convert(original) : original;
      texts.push(text);
      left -= text.length + 1;
    }
  }
  return texts.join('\n').slice(0, MAX_BODY_CHARACTERS).toWellFormed() || undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

function htmlOfText(text: string): string {
  const escaped = text.trim().replace(/[<>&"]/g, (character) => ESCAPES[character] ?? character);
  return `<div>${escaped.replace(/\n/g, '<br />')}</div>`;
}
