const results = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs expensive work once per request, even if the operation runs again after a stale read. `key` identifies
 * everything that the result depends on.
 */
export function oncePerRequest<T>(context: object, key: string, work: () => Promise<T>): Promise<T> {
  const known = results.get(context) ?? new Map<string, Promise<unknown>>();
  results.set(context, known);
  const result = known.get(key) ?? work();
  known.set(key, result);
  return result as Promise<T>;
}
