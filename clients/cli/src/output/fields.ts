/** An object of a reply. */
export type Row = Readonly<Record<string, unknown>>;

/** The value at `caller.handle` in a row, or that of each list member: `from.address`. `undefined` if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  const [name = '', ...rest] = path.split('.');
  if (Array.isArray(value)) return value.map((member) => valueAt(member, path));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = (value as Row)[name];
  return rest.length === 0 ? found : valueAt(found, rest.join('.'));
}

/** A row with only these fields, in this order. An absent field is null, so that every row has the same fields. */
export function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, valueAt(row, field) ?? null]));
}
