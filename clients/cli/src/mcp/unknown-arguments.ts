import { distance } from 'fastest-levenshtein';

/** The longest names to compare: longer ones are not misspellings. */
const MAX_LENGTH = 64;

/**
 * What is wrong with the names of the arguments of a tool, as the service says it: the unknown ones, with the nearest
 * known name of each, and all known names. `path` names the object that holds them, if it is not the arguments.
 */
export function unknownArguments(given: object, known: readonly string[], path = ''): string | undefined {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const problems = unknown.slice(0, 10).map((name) => {
    const nearest = nearestOf(name, known);
    return `${path}${name.slice(0, 100)}: not a known field${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`;
  });
  return problems.length === 0 ? undefined : `${problems.join('; ')}. Known: ${known.join(', ')}.`;
}

/**
 * Like `unknownArguments`, but only if `own`, which the service does not know, is the nearest known name of an unknown
 * one. The service itself reports every other unknown name, and may know more names than this program.
 */
export function misspelling(own: string, given: object, known: readonly string[], path = ''): string | undefined {
  const isMisspelt = Object.keys(given).some((name) => !known.includes(name) && nearestOf(name, known) === own);
  return isMisspelt ? unknownArguments(given, known, path) : undefined;
}

/**
 * The known name that an unknown one begins or ends with, or that differs from it in at most a quarter of its letters.
 */
function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const plain = (text: string) => text.replace(/[-_]/g, '').toLowerCase();
  const part = known.find((one) => plain(name).startsWith(plain(one)) || plain(name).endsWith(plain(one)));
  if (part !== undefined) return part;
  const [best] = known
    .map((one) => ({ one, edits: distance(plain(name), plain(one)) }))
    .filter(({ one, edits }) => edits <= Math.max(1, Math.floor(Math.max(name.length, one.length) / 4)))
    .sort((left, right) => left.edits - right.edits);
  return best?.one;
}
