import { isObject, type Json } from './json.ts';

/**
 * Describes schemas that extend others (see `extending`) by reference to these plus their own fields, once all have
 * their texts.
 */
export function composeExtensions(schemas: Record<string, Json>): void {
  for (const schema of Object.values(schemas)) {
    const { 'x-extends': bases } = schema;
    if (!Array.isArray(bases)) continue;
    delete schema['x-extends'];
    compose(schema, bases as string[], schemas);
  }
}

function compose(schema: Json, bases: readonly string[], schemas: Readonly<Record<string, Json>>): void {
  const inherited = new Set(bases.flatMap((base) => fieldsOf(schemas[base], schemas)));
  const { type, properties, required, ...rest } = schema;
  const own = Object.entries((properties ?? {}) as Json).filter(([name]) => !inherited.has(name));
  const needed = ((required ?? []) as string[]).filter((name) => !inherited.has(name));
  for (const name of ['type', 'properties', 'required']) delete schema[name];
  schema.allOf = [
    ...bases.map((base) => ({ $ref: `#/components/schemas/${base}` })),
    ...(own.length > 0 ? [{ type, properties: Object.fromEntries(own), required: needed }] : []),
  ];
  Object.assign(schema, rest);
}

/** The names of all fields of a schema, including inherited ones. */
function fieldsOf(schema: Json | undefined, schemas: Readonly<Record<string, Json>>): string[] {
  if (schema === undefined) throw new Error('a schema extends one that is not there');
  if (isObject(schema.properties)) return Object.keys(schema.properties);
  const parts = (schema.allOf ?? []) as Json[];
  return parts.flatMap((part) =>
    typeof part.$ref === 'string'
      ? fieldsOf(schemas[part.$ref.split('/').at(-1) ?? ''], schemas)
      : fieldsOf(part, schemas),
  );
}
