import type { z } from 'zod';

/** The definition of a schema of zod, as far as arguments of tools use it. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
}

const NUMBER = /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/;

/**
 * Arguments in the form of a tool's schema. Models and the programs between them and a server send some values in
 * another form that can mean one thing only: `null` for an argument that is not given, `"5"` for a number, `"true"` for
 * a boolean, a text or a JSON text for a list. Everything else stays as it is, for the schema to refuse.
 *
 * See: docs/contract/mcp.md#arguments.
 */
export function inSchemaForm(schema: z.ZodType, given: unknown): unknown {
  const { type, shape, element } = definitionOf(schema);
  if (type === 'object' && shape !== undefined) return objectForm(shape, given);
  if (type === 'record') return objectIn(given) ?? given;
  if (type === 'array' && element !== undefined) return listForm(element, given);
  if (typeof given !== 'string') return given;
  if (type === 'number') return NUMBER.test(given) ? Number(given) : given;
  if (type === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  return given;
}

/** The definition without what makes a value optional. */
function definitionOf(schema: z.ZodType): Definition {
  const definition = schema.def as unknown as Definition;
  return definition.innerType === undefined ? definition : definitionOf(definition.innerType);
}

function objectForm(shape: Readonly<Record<string, z.ZodType>>, given: unknown): unknown {
  const object = objectIn(given);
  if (object === undefined) return given;
  const entries = Object.entries(object)
    .filter(([name, value]) => value !== null || !isOptional(shape, name))
    .map(([name, value]) => [name, Object.hasOwn(shape, name) ? inSchemaForm(shape[name] as z.ZodType, value) : value]);
  return Object.fromEntries(entries);
}

/** An object, or the one that a JSON text has. */
function objectIn(given: unknown): object | undefined {
  const value = typeof given === 'string' && given.trimStart().startsWith('{') ? jsonIn(given) : given;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Whether the argument may be missing, and has no meaning for `null`. */
function isOptional(shape: Readonly<Record<string, z.ZodType>>, name: string): boolean {
  if (!Object.hasOwn(shape, name)) return false;
  const schema = shape[name] as z.ZodType;
  return schema.safeParse(undefined).success && !schema.safeParse(null).success;
}

function listForm(element: z.ZodType, given: unknown): unknown {
  if (Array.isArray(given)) return given.map((one) => inSchemaForm(element, one));
  if (typeof given !== 'string') return given;
  const list = given.trimStart().startsWith('[') ? jsonIn(given) : undefined;
  if (Array.isArray(list)) return list.map((one) => inSchemaForm(element, one));
  return ['string', 'enum'].includes(definitionOf(element).type) ? [given] : given;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
