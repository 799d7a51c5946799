/** A part of the description as plain JSON. */
export interface Json {
  readonly [name: string]: unknown;
}

export function isJson(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** A member that is an object; an empty one if there is none. */
export function objectAt(json: Json, name: string): Json {
  const value = json[name] ?? {};
  if (!isJson(value)) throw new Error(`${name} is no object`);
  return value;
}

/** A member that is a list of objects; an empty one if there is none. */
export function objectsAt(json: Json, name: string): readonly Json[] {
  const value = json[name] ?? [];
  if (!Array.isArray(value) || !value.every(isJson)) throw new Error(`${name} is no list of objects`);
  return value;
}

/** A member that is a list of texts; an empty one if there is none. */
export function textsAt(json: Json, name: string): readonly string[] {
  const value = json[name] ?? [];
  if (!Array.isArray(value)) throw new Error(`${name} is no list`);
  return value as string[];
}

/** A member that is a text; an empty one if there is none. */
export function textAt(json: Json, name: string): string {
  return typeof json[name] === 'string' ? json[name] : '';
}

/** What a part of the description refers to, or itself. */
export function resolved(description: Json, part: Json): Json {
  if (typeof part.$ref !== 'string') return part;
  let found: unknown = description;
  for (const name of part.$ref.slice(2).split('/')) found = isJson(found) ? found[name] : undefined;
  if (!isJson(found)) throw new Error(`${part.$ref} is not in the description`);
  return found;
}

/** The name of the component that is referred to; `undefined` if it is no reference. */
export function componentName(part: Json): string | undefined {
  return typeof part.$ref === 'string' ? part.$ref.split('/').at(-1) : undefined;
}
