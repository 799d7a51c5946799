import { isMailAddress } from './address.ts';

/**
 * How many authors the contact rules are checked for. An email with more is refused, because a blocked one could be
 * among them, and no person writes one.
 */
export const MAX_AUTHORS = 20;

/** The longest From field that can have a verified author, in characters. No mail program writes a longer one. */
export const MAX_FROM_CHARACTERS = 8 * 1024;

/**
 * A quoted name or a comment, which contains no address. It is sticky and tried once for each quote and bracket, so
 * that the time is linear in the length of the field. See: RFC 5322, sections 3.2.2 and 3.2.4.
 */
const QUOTED_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/y;

const QUOTE_OR_BRACKET = /["()]/g;

/**
 * An address, tried only at the start of a run of its characters. Without the lookbehind, the expression would be tried
 * at each character of a long run, up to its end: quadratic time.
 */
const ADDRESS = /(?<![^\s<>()[\]\\,;:"@])[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+/g;

/**
 * Whether the From fields of an email contain this address and no other, so that all readers agree on the author. DMARC
 * checks one address: if an email has several, the one that was checked need not be the one that is shown.
 *
 * See: RFC 5322, section 3.6 (one From field); RFC 7489, sections 6.6.1 and 11.5 (several addresses).
 */
export function isSoleAuthor(address: string, fromFields: readonly string[]): boolean {
  const [field, ...others] = fromFields;
  if (field === undefined || others.length > 0 || !isMailAddress(address)) return false;
  if (field.length > MAX_FROM_CHARACTERS) return false;
  const plain = withoutQuotesAndComments(field);
  if (plain === undefined) return false;
  const named = new Set((plain.match(ADDRESS) ?? []).map((one) => one.toLowerCase()));
  return named.size === 1 && named.has(address.toLowerCase());
}

/** Returns `undefined` if a quote or bracket is not closed, because readers disagree on where it ends. */
function withoutQuotesAndComments(field: string): string | undefined {
  let plain = '';
  let from = 0;
  for (;;) {
    QUOTE_OR_BRACKET.lastIndex = from;
    const found = QUOTE_OR_BRACKET.exec(field);
    if (found === null) return plain + field.slice(from);
    QUOTED_OR_COMMENT.lastIndex = found.index;
    if (!QUOTED_OR_COMMENT.test(field)) return undefined;
    plain += `${field.slice(from, found.index)} `;
    from = QUOTED_OR_COMMENT.lastIndex;
  }
}
