import { ROUTES } from '#shared/contract/table.ts';
import { DOCUMENT, describedOperation, type Json } from '#testing/described-api.ts';

/** Every object of a part of the document with its JSON pointer. Examples are data, and are skipped. */
export function* objects(value: Json, pointer = '#'): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [pointer, value];
  for (const [name, member] of Object.entries(value)) {
    if (name === 'example' || (name === 'examples' && Array.isArray(member))) continue;
    yield* objects(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

/** The named schemas of the description. */
export const SCHEMAS: Record<string, Json> = DOCUMENT.components.schemas;

/** Every route with its operation in the description. */
export const OPERATIONS = ROUTES.map((route) => ({ route, operation: describedOperation(route) as Json }));

/** The operations that the description has for deliveries. */
export const WEBHOOKS = Object.values<Json>(DOCUMENT.webhooks).flatMap((item) => Object.values<Json>(item));

/** The schemas of values in a part of the document: all except those in `not`, which describe refused values. */
export function* schemasIn(schema: Json, pointer: string): Generator<[string, Json]> {
  yield [pointer, schema];
  for (const [name, property] of Object.entries<Json>(schema.properties ?? {}))
    yield* schemasIn(property, `${pointer}/${name}`);
  for (const keyword of ['items', 'additionalProperties']) {
    if (typeof schema[keyword] === 'object') yield* schemasIn(schema[keyword], `${pointer}/${keyword}`);
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const [index, part] of (schema[keyword] ?? []).entries())
      yield* schemasIn(part, `${pointer}/${keyword}/${index}`);
  }
}

/** The named schemas and all schemas within them, each with its place. */
export const ALL_SCHEMAS = Object.entries(SCHEMAS).flatMap(([name, schema]) => [...schemasIn(schema, name)]);
