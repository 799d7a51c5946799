import { PermanentError } from '#shared/domain/errors/permanent-error.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import type { DecodeRow, Key, Row } from './table-client.ts';

type TypeName<V> = V extends string
  ? 'string'
  : V extends number
    ? 'number'
    : V extends boolean
      ? 'boolean'
      : V extends readonly unknown[]
        ? 'array'
        : 'object';

/** The type of each field that is checked. A field with a question mark may be absent or null. */
type FieldTypes<T> = {
  readonly [K in keyof T & string]?: TypeName<NonNullable<T[K]>> | `${TypeName<NonNullable<T[K]>>}?`;
};

/**
 * A decoder that checks the fields without which the entity is not usable. A row that fails was written by a defect or
 * by hand; the error says so where the row is read, and not where the missing field is used.
 */
export function rowDecoder<T extends object>(fields: FieldTypes<T>): DecodeRow<T> {
  const check = fieldCheck(fields);
  return (row) => {
    const problem = check(row);
    if (problem !== undefined) throw new PermanentError(`${nameOf(row)} has no ${problem}`);
    return row as Row<T>;
  };
}

/** A decoder of the JSON text that a row holds as its `content`. It checks the fields as `rowDecoder` does. */
export function contentDecoder<T extends object>(fields: FieldTypes<T>): (row: Key, content: string) => T {
  const check = fieldCheck(fields);
  return (row, content) => {
    const value = parseJson(content);
    if (!isObject(value)) throw new PermanentError(`${nameOf(row)} has no JSON object in 'content'`);
    const problem = check(value);
    if (problem !== undefined) throw new PermanentError(`${nameOf(row)} has no ${problem} in 'content'`);
    return value as T;
  };
}

/** Accepts every row: for callers that only need to know which rows exist. */
export const anyRow: DecodeRow<Record<string, unknown>> = (row) => row;

/** Returns the first field that does not have its type, or `undefined`. */
function fieldCheck(fields: Readonly<Record<string, string | undefined>>) {
  const checks = Object.entries(fields).map(([name, type = '']) => ({
    name,
    type: type.replace('?', ''),
    isOptional: type.endsWith('?'),
  }));
  return (value: Readonly<Record<string, unknown>>): string | undefined => {
    const failed = checks.find(({ name, type, isOptional }) => {
      const field = value[name];
      return isAbsent(field) ? !isOptional : !isOfType(field, type);
    });
    return failed && `${failed.type} '${failed.name}'`;
  };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && !Array.isArray(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isOfType(value, 'object') && value !== null;
}

/** Names a row by the prefix of its partition key only: the rest may hold an address. */
function nameOf({ pk }: Key): string {
  return `a row ${pk.split('#')[0]}#`;
}
