/** What callers write for a name that they remember from other services. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  body: ['text', 'message', 'payload'],
  content: ['text', 'message', 'body'],
  email: ['owner_email', 'email_address', 'emails'],
  events: ['event_types', 'types'],
  message: ['text'],
  offset: ['before'],
  page: ['before'],
  recipient: ['to', 'to_handle'],
  title: ['subject', 'name'],
};

/** The names that are compared: longer ones are no misspellings, and would only cost time. */
const MAX_LENGTH = 64;

/**
 * The known name that a caller most likely meant by an unknown one: a synonym, a name with the same words in singular
 * or plural, a name that begins or ends with it, or one with few other letters. `undefined` if none is near.
 */
export function nearestName(unknown: string, known: readonly string[]): string | undefined {
  if (unknown.length === 0 || unknown.length > MAX_LENGTH) return undefined;
  const name = snakeCase(unknown);
  const synonym = Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name]?.find((one) => known.includes(one)) : undefined;
  return (
    synonym ??
    known.find((one) => singular(one) === singular(name)) ??
    known.find((one) => one.startsWith(`${name}_`) || one.endsWith(`_${name}`)) ??
    known.find((one) => name.startsWith(`${one}_`) || name.endsWith(`_${one}`)) ??
    nearestByEdits(name, known)
  );
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

const singular = (name: string) => name.replace(/s$/, '');

function nearestByEdits(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, edits: editDistance(name, one) }))
    .filter(({ one, edits }) => edits <= Math.max(1, Math.floor(Math.max(name.length, one.length) / 4)))
    .sort((left, right) => left.edits - right.edits);
  return best?.one;
}

/** How many letters have to be inserted, deleted or replaced to get from one name to the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
