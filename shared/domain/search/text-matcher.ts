import type { SearchExpression, Term } from './search-expression.ts';
import { tokensOf } from './search-tokens.ts';

/** The tokens of a term that may be in any text. */
interface Wanted {
  readonly tokens: readonly string[];
  readonly isPrefix: boolean;
}

/**
 * Whether texts satisfy an expression: for records that have no index. A term is found in any one of the texts. A term
 * of a field that only emails have is found in none, and excludes nothing.
 */
export function textMatcher({ all }: SearchExpression): (texts: readonly string[]) => boolean {
  const wanted = all.filter(({ excluded }) => !excluded);
  const found = wanted.flatMap(wantedOf);
  const isImpossible = wanted.some(({ field }) => field !== 'any') || (wanted.length > 0 && found.length === 0);
  const excluded = all.filter((term) => term.excluded && term.field === 'any').flatMap(wantedOf);
  return (texts) => {
    if (isImpossible) return false;
    const places = texts.map(tokensOf);
    const isThere = (one: Wanted) => places.some((tokens) => isIn(tokens, one));
    return found.every(isThere) && !excluded.some(isThere);
  };
}

/** A term without a letter or digit is none. */
function wantedOf({ text, kind }: Term): Wanted[] {
  const tokens = tokensOf(text);
  return tokens.length === 0 ? [] : [{ tokens, isPrefix: kind === 'prefix' }];
}

function isIn(tokens: readonly string[], { tokens: wanted, isPrefix }: Wanted): boolean {
  const last = wanted.length - 1;
  const isAt = (at: number) =>
    wanted.every((token, index) => {
      const there = tokens[at + index];
      return there === token || (isPrefix && index === last && there?.startsWith(token) === true);
    });
  return tokens.some((_, at) => isAt(at));
}
