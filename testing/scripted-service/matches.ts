/**
 * Where a value differs from what is expected of it; `undefined` if it has everything. An object may have further
 * members, an array may not.
 */
export function difference(expected: unknown, value: unknown, place = 'the value'): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return differs(expected, value, place);
    return first(expected.map((one, index) => difference(one, value[index], `${place}[${index}]`)));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return differs(expected, value, place);
    const given = value as Readonly<Record<string, unknown>>;
    return first(Object.entries(expected).map(([name, one]) => difference(one, given[name], `${place}.${name}`)));
  }
  // A typed language has no difference between null and absent.
  return (expected ?? null) === (value ?? null) ? undefined : differs(expected, value, place);
}

function first(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find((one) => one !== undefined);
}

function differs(expected: unknown, value: unknown, place: string): string {
  return `${place} is ${shown(value)}; expected ${shown(expected)}`;
}

/** A value as a short text. */
export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 300);
}
