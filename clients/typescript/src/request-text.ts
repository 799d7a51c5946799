import { mistake, timeOf } from './mistakes.ts';

/** A query with its question mark; nothing for an empty one. */
export function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const texts = pairs.map(([name, value]): [string, string] => [
    name,
    value instanceof Date ? timeOf(value, name) : String(value),
  ]);
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts)}`;
}

/** A body as JSON. Throws for what JSON cannot carry, of which it makes null or an exception of its own. */
export function bodyText(body: unknown): string {
  try {
    return JSON.stringify(body, function replace(this: Readonly<Record<string, unknown>>, name, value) {
      const original = this[name];
      if (original instanceof Date) return timeOf(original, name);
      if (typeof value === 'number' && !Number.isFinite(value)) throw mistake(name, `expected a number, got ${value}`);
      return value;
    });
  } catch (error) {
    if ((error as { code?: string }).code === 'validation.failed') throw error;
    throw mistake('parameters', `JSON cannot carry them: ${(error as Error).message}`, error);
  }
}
