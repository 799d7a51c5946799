import { componentName, isJson, type Json, objectAt, objectsAt, textAt, textsAt } from './description.ts';
import type { Field, ObjectType, Type, UnionType, Usage } from './model.ts';
import { readExpression, referencesIn } from './read-expression.ts';

/** A type before it is known what uses it. */
export type UnusedType = Unused<Type>;
type Unused<T> = T extends Type ? Omit<T, 'usedIn'> : never;

/**
 * The types of a description by their names. A union has one more, for objects that it does not know: `UnknownEvent`
 * for `Event`.
 */
export function readTypes(description: Json): ReadonlyMap<string, UnusedType> {
  const schemas = Object.entries(objectAt(objectAt(description, 'components'), 'schemas'));
  const types = new Map<string, UnusedType>();
  for (const [name, schema] of schemas) {
    if (!isJson(schema)) throw new Error(`${name} is no schema`);
    types.set(name, readType(name, schema));
  }
  for (const [name, type] of types) types.set(name, { ...type, text: textOf(type, types) });
  for (const type of [...types.values()])
    if (type.kind === 'union') types.set(type.unknown, unknownVariant(type, types));
  return types;
}

/** A type without a text of its own says what the first one says that it extends. */
function textOf(type: UnusedType, types: ReadonlyMap<string, UnusedType>): string {
  const base = type.kind === 'object' ? types.get(type.extends[0] ?? '') : undefined;
  return type.text !== '' || base === undefined ? type.text : textOf(base, types);
}

function readType(name: string, schema: Json): UnusedType {
  const named = { name, text: textAt(schema, 'description') };
  if (schema.discriminator !== undefined) return readUnion(named, schema);
  if (Array.isArray(schema.enum)) return { kind: 'enum', ...named, values: textsAt(schema, 'enum') };
  if (schema.allOf !== undefined) return readExtension(named, schema);
  if (schema.properties !== undefined) return { kind: 'object', ...named, extends: [], ...fieldsOf(name, schema) };
  return { kind: 'alias', ...named, type: readExpression(schema, name) };
}

function readUnion(named: { name: string; text: string }, schema: Json): Omit<UnionType, 'usedIn'> {
  const { propertyName, mapping } = objectAt(schema, 'discriminator') as { propertyName: string; mapping: Json };
  const variants = objectsAt(schema, 'oneOf').map((part) => {
    const type = componentName(part) ?? '';
    const values = Object.keys(mapping).filter((value) => componentName({ $ref: mapping[value] }) === type);
    return { type, values };
  });
  return { kind: 'union', ...named, discriminator: propertyName, variants, unknown: `Unknown${named.name}` };
}

/** `allOf` with references to what is extended and at most one object of own fields. */
function readExtension(named: { name: string; text: string }, schema: Json): Omit<ObjectType, 'usedIn'> {
  const parts = objectsAt(schema, 'allOf');
  const own = parts.filter((part) => componentName(part) === undefined);
  if (own.length > 1) throw new Error(`${named.name}: several objects of own fields`);
  return {
    kind: 'object',
    ...named,
    extends: parts.flatMap((part) => componentName(part) ?? []),
    ...(own[0] === undefined ? { fields: [] } : fieldsOf(named.name, own[0])),
  };
}

function fieldsOf(name: string, schema: Json): Pick<ObjectType, 'fields' | 'others'> {
  const required = new Set(textsAt(schema, 'required'));
  const fields = Object.entries(objectAt(schema, 'properties')).map(([field, property]): Field => {
    if (!isJson(property)) throw new Error(`${name}.${field} is no schema`);
    return {
      name: field,
      type: readExpression(property, `${name}.${field}`),
      required: required.has(field),
      text: textAt(property, 'description'),
      ...(property.default !== undefined && { default: property.default }),
    };
  });
  const { additionalProperties: others } = schema;
  return { fields, ...(isJson(others) && { others: readExpression(others, `${name}.*`) }) };
}

/** What all variants of a union have: what each of them extends, the discriminator as a text, and maps for objects. */
function unknownVariant(union: Omit<UnionType, 'usedIn'>, types: ReadonlyMap<string, UnusedType>): UnusedType {
  const variants = union.variants.map(({ type }) => types.get(type));
  const objects = variants.filter((variant) => variant?.kind === 'object');
  const [first] = objects;
  if (first === undefined || objects.length < variants.length) throw new Error(`${union.name}: a variant is no object`);
  const isShared = (name: string) =>
    objects.every(({ fields }) => fields.some((field) => field.name === name && field.required));
  const fields = first.fields
    .filter(({ name }) => isShared(name))
    .map((field) => unknownField(field, union.discriminator));
  return {
    kind: 'object',
    name: union.unknown,
    text: `What a newer service may send in place of one of the known kinds of \`${union.name}\`.`,
    extends: first.extends.filter((base) => objects.every((one) => one.extends.includes(base))),
    fields,
  };
}

function unknownField(field: Field, discriminator: string): Field {
  return field.name === discriminator
    ? { ...field, type: { kind: 'string' }, text: 'The kind, which is none of the known ones.' }
    : { ...field, type: { kind: 'map', of: { kind: 'any' } }, text: 'What belongs to this kind.' };
}

/** The names of the types that a type refers to, those that it extends first. */
function referencesOf(type: UnusedType): string[] {
  switch (type.kind) {
    case 'object':
      return [
        ...type.extends,
        ...type.fields.flatMap((field) => referencesIn(field.type)),
        ...(type.others === undefined ? [] : referencesIn(type.others)),
      ];
    case 'union':
      return [...type.variants.map((variant) => variant.type), type.unknown];
    case 'alias':
      return referencesIn(type.type);
    default:
      return [];
  }
}

/** The types that requests and replies reach, each after what it extends. */
export function usedTypes(
  types: ReadonlyMap<string, UnusedType>,
  roots: { readonly request: readonly string[]; readonly reply: readonly string[] },
): Type[] {
  const request = reach(types, roots.request);
  const reply = reach(types, roots.reply);
  const usageOf = (name: string): Usage => {
    if (request.has(name)) return reply.has(name) ? 'both' : 'request';
    return 'reply';
  };
  const placed = new Map<string, Type>();
  const place = (type: UnusedType) => {
    if (placed.has(type.name) || !(request.has(type.name) || reply.has(type.name))) return;
    if (type.kind === 'object') for (const base of type.extends) place(typeNamed(types, base));
    placed.set(type.name, { ...type, usedIn: usageOf(type.name) });
  };
  for (const type of types.values()) place(type);
  return [...placed.values()];
}

function reach(types: ReadonlyMap<string, UnusedType>, roots: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    referencesOf(typeNamed(types, name)).forEach(visit);
  };
  roots.forEach(visit);
  return reached;
}

function typeNamed(types: ReadonlyMap<string, UnusedType>, name: string): UnusedType {
  const type = types.get(name);
  if (type === undefined) throw new Error(`the description has no type ${name}`);
  return type;
}
