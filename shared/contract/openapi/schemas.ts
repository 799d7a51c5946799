import type { CreateDocumentOptions } from 'zod-openapi';
import type { CommonField } from '#shared/domain/schema/described.ts';
import { eachObject, isObject, type Json } from './json.ts';

const COMMON_TEXTS: Readonly<Record<CommonField, string>> = {
  created_at: 'When it was created.',
  updated_at: 'When it last changed.',
};

/** The component for each common field, which most records have with the same text. */
const COMMON_SCHEMAS = Object.entries({ created_at: 'CreatedAt', updated_at: 'UpdatedAt' } as const).map(
  ([field, id]) => {
    const schema = { type: 'string', format: 'date-time', description: COMMON_TEXTS[field as CommonField] };
    return { field, id, schema, text: JSON.stringify(schema) };
  },
);

/** Objects of requests refuse unknown fields; those of replies may get new ones at any time. */
export const SCHEMA_OPTIONS: CreateDocumentOptions = {
  override: ({ jsonSchema, io }) => {
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  },
};

/** Converts a schema to the form of the description. Must be called once for each object of the document. */
export function finishSchema(schema: Json): void {
  describeFields(schema);
  dropSafeIntegerBounds(schema);
  mergeNull(schema);
}

/** Replaces the common fields of all schemas by references. A field with a type or text of its own stays. */
export function shareCommonFields(schemas: Record<string, Json>): void {
  eachObject(Object.values(schemas), ({ properties }) => {
    if (!isObject(properties)) return;
    for (const { field, id, text } of COMMON_SCHEMAS) {
      if (JSON.stringify(properties[field]) === text) properties[field] = { $ref: `#/components/schemas/${id}` };
    }
  });
  for (const { id, schema } of COMMON_SCHEMAS) schemas[id] = schema;
}

/** The texts of an object's fields, see `described`. */
function describeFields(schema: Json): void {
  const { fields, properties } = schema;
  if (!isObject(fields) || Object.values(fields).some(isObject)) return;
  delete schema.fields;
  for (const [name, property] of Object.entries((properties ?? {}) as Record<string, Json>)) {
    const text = fields[name] ?? COMMON_TEXTS[name as CommonField] ?? null;
    if (text !== null) property.description = text;
  }
}

/** zod limits every integer to what a double can represent exactly. That is not a rule of the service. */
function dropSafeIntegerBounds(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** `{ anyOf: [{ type: T }, { type: 'null' }] }` as `{ type: [T, 'null'] }`, which generators of types prefer. */
function mergeNull(schema: Json): void {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return;
  const [first, second] = anyOf as [Json, Json];
  if (second.type !== 'null') return;
  const isAny = Object.keys(first).length === 0;
  if (!isAny && (typeof first.type !== 'string' || first.$ref !== undefined)) return;
  delete schema.anyOf;
  if (isAny) return;
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  Object.assign(schema, { ...first, ...values, type: [first.type, 'null'] });
}
