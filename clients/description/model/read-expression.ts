import { componentName, isJson, type Json, objectsAt, textAt } from './description.ts';
import type { TypeExpression } from './model.ts';

const FORMATS: ReadonlySet<string> = new Set(['date-time', 'uri', 'email', 'password']);

/** The type of a value. Fails on what the model has no words for, so that nothing is lost unnoticed. */
export function readExpression(schema: Json, place: string): TypeExpression {
  const name = componentName(schema);
  if (name !== undefined) return { kind: 'reference', name };
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) {
    return readChoice([...objectsAt(schema, 'anyOf'), ...objectsAt(schema, 'oneOf')], place);
  }
  const { type, const: constant } = schema;
  if (typeof constant === 'string' || typeof constant === 'boolean') return { kind: 'constant', value: constant };
  if (Array.isArray(type)) return readTypes(schema, type, place);
  switch (type) {
    case undefined:
      return { kind: 'any' };
    case 'string':
      return { kind: 'string', ...formatOf(schema) };
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: type };
    case 'array':
      return { kind: 'list', of: readExpression(isJson(schema.items) ? schema.items : {}, `${place}[]`) };
    case 'object':
      return readMap(schema, place);
    default:
      throw new Error(`${place}: no type is called ${JSON.stringify(type)}`);
  }
}

/** `["string", "null"]`. */
function readTypes(schema: Json, types: readonly unknown[], place: string): TypeExpression {
  return readChoice(
    types.map((type) => ({ ...schema, type })),
    place,
  );
}

function readChoice(schemas: readonly Json[], place: string): TypeExpression {
  const others = schemas.filter(({ type }) => type !== 'null');
  const [first, ...rest] = others.map((schema) => readExpression(schema, place));
  if (first === undefined) throw new Error(`${place}: only null`);
  const choice: TypeExpression = rest.length === 0 ? first : { kind: 'one-of', of: [first, ...rest] };
  return others.length === schemas.length ? choice : { kind: 'nullable', of: choice };
}

function readMap(schema: Json, place: string): TypeExpression {
  if (schema.properties !== undefined || !isJson(schema.additionalProperties)) {
    throw new Error(`${place}: an object without a name`);
  }
  return { kind: 'map', of: readExpression(schema.additionalProperties, `${place}.*`) };
}

function formatOf(schema: Json): { format?: string } {
  if (schema.contentEncoding !== undefined) return { format: textAt(schema, 'contentEncoding') };
  const format = textAt(schema, 'format');
  return FORMATS.has(format) ? { format } : {};
}

/** The names of all types that an expression refers to. */
export function referencesIn(expression: TypeExpression): string[] {
  switch (expression.kind) {
    case 'reference':
      return [expression.name];
    case 'list':
    case 'map':
    case 'nullable':
      return referencesIn(expression.of);
    case 'one-of':
      return expression.of.flatMap(referencesIn);
    default:
      return [];
  }
}
