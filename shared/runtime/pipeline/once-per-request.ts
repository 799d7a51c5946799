const results = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs costly work once for a request, however often its operation runs again because what it had read was stale. `key`
 * names everything the result depends on.
 */
export function oncePerRequest<T>(context: object, key: string, work: () => Promise<T>): Promise<T> {
  const known = results.get(context) ?? new Map<string, Promise<unknown>>();
  results.set(context, known);
  const result = known.get(key) ?? work();
  known.set(key, result);
  return result as Promise<T>;
}
