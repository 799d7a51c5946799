/** Replaces what JSON cannot carry: `{"$number": "NaN"}` and the like. */
export function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const marked = value as Readonly<Record<string, unknown>>;
  if ('$number' in marked) return Number(marked.$number);
  if ('$date' in marked) return new Date(String(marked.$date));
  if ('$unserializable' in marked) return 1n;
  if ('$missing' in marked) return undefined;
  return Object.fromEntries(Object.entries(marked).map(([name, one]) => [name, revived(one)]));
}
