/** An object of a reply. */
export type Row = Readonly<Record<string, unknown>>;

/** The value at `caller.handle` in a row, or that of each member of a list: `from.address`. `undefined` without one. */
export function valueAt(value: unknown, path: string): unknown {
  const [name = '', ...rest] = path.split('.');
  if (Array.isArray(value)) return value.map((member) => valueAt(member, path));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = (value as Row)[name];
  return rest.length === 0 ? found : valueAt(found, rest.join('.'));
}

/** A row with these fields only, in this order. A field that is absent is null, so that every row has the same. */
export function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null]));
}
