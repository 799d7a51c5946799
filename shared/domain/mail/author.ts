import { isMailAddress } from './address.ts';

/** Characters of a From field beyond which it names no verified author: no mail program writes a longer one. */
export const MAX_FROM_CHARACTERS = 8 * 1024;

/**
 * A quoted name or a comment: what it contains is no address. Sticky, and tried once for each quote and bracket, so the
 * work grows like the field. See: RFC 5322, sections 3.2.2 and 3.2.4.
 */
const QUOTED_OR_COMMENT = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/y;

const QUOTE_OR_BRACKET = /["()]/g;

/**
 * An address, tried only where a run of its characters begins. Without the look-behind each character of a long run
 * would begin a try of its own, to the end of the run: work that grows like its square.
 */
const ADDRESS = /(?<![^\s<>()[\]\\,;:"@])[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+/g;

/**
 * Whether a mail's From fields name this address and no other, so that no two readers can take different ones from
 * them. DMARC judges one address: where a mail names several, the one that was judged need not be the one that is shown.
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

/** `undefined` where a quote or a bracket lacks its other half: readers disagree on where the words then end. */
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
