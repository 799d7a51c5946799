/** A part of the document as plain JSON. */
export type Json = { [name: string]: unknown };

export function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Calls `visit` with every object of the document, the inner ones first. Examples are data, and are skipped. */
export function eachObject(value: unknown, visit: (object: Json) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) eachObject(item, visit);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name !== 'example' && name !== 'examples') eachObject(member, visit);
  }
  visit(value);
}
