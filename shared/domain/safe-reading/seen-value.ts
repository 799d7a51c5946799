import { withoutInvisibleCharacters } from './invisible-characters.ts';

/** A text without the characters that no person sees. */
export function seenText(text: string): string {
  return withoutInvisibleCharacters(text).text;
}

/**
 * A JSON value with all its texts as a person sees them, the names of its members included. Returns the value itself if
 * nothing is to be taken out. Of two members that look the same, the first stays.
 */
export function seenValue<T>(value: T): T {
  return seen(value) as T;
}

function seen(value: unknown): unknown {
  if (typeof value === 'string') return seenText(value);
  if (Array.isArray(value)) {
    const items = value.map(seen);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return value !== null && typeof value === 'object' ? seenObject(value) : value;
}

function seenObject(object: object): object {
  const members = new Map<string, unknown>();
  let isSame = true;
  for (const [name, member] of Object.entries(object)) {
    const [shownName, shown] = [seenText(name), seen(member)];
    isSame &&= shownName === name && shown === member;
    if (!members.has(shownName)) members.set(shownName, shown);
  }
  return isSame ? object : Object.fromEntries(members);
}
