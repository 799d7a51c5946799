import { isMailAddress } from './address.ts';

/** Quoted names and comments: what stands in them is nobody's address. Rule: RFC 5322, sections 3.2.2 and 3.2.4. */
const WORDS_ASIDE = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/g;

const ADDRESS = /[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+/g;

/**
 * Whether a mail's From fields name this address and no other, so that no two readers can take different ones from
 * them. DMARC judges one address: where a mail names several, the one that was judged need not be the one that is shown.
 *
 * Rule: RFC 5322, section 3.6 (one From field); RFC 7489, sections 6.6.1 and 11.5 (several addresses).
 */
export function isOnlyAuthor(address: string, fromFields: readonly string[]): boolean {
  const [field, ...others] = fromFields;
  if (field === undefined || others.length > 0 || !isMailAddress(address)) return false;
  const plain = field.replace(WORDS_ASIDE, ' ');
  // A quote or a bracket without its other half: who reads on where is anybody's guess.
  if (/["()]/.test(plain)) return false;
  const named = new Set((plain.match(ADDRESS) ?? []).map((one) => one.toLowerCase()));
  return named.size === 1 && named.has(address.toLowerCase());
}
