/**
 * The parts of a name that a search finds: they begin at capitals and digits, and all other characters separate them.
 * `SDBFailure` has `SDB` and `Failure`.
 *
 * Source: CloudWatch user guide, CloudWatch search expressions: Tokenization.
 */
function partsOf(text: string): readonly string[] {
  return text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
}

/**
 * Whether a term without quotes matches a name. A term of one part matches any one part, or the whole name, in upper or
 * lower case. A term of several parts matches the same parts next to each other, in the same case: the examples of the
 * guide disagree about the case, and this is the stricter reading.
 *
 * Source: CloudWatch user guide, CloudWatch search expressions: Partial matches.
 */
export function matchesPartially(term: string, name: string): boolean {
  const sought = partsOf(term);
  const parts = partsOf(name);
  const [only] = sought;
  if (only === undefined) return false;
  if (sought.length === 1) {
    const lower = only.toLowerCase();
    return [...parts, parts.join('')].some((part) => part.toLowerCase() === lower);
  }
  return parts.some((_, start) => sought.every((part, offset) => parts[start + offset] === part));
}
