import type { HandlingHooks, HandlingRecord, Hooks } from './options.ts';

/** Calls a function of the program. What it throws is logged, so that it changes nothing. */
export function guarded<T>(call: () => T): T | undefined {
  try {
    const value = call();
    (value as Partial<Promise<unknown>> | undefined)?.catch?.((error) => console.error(error));
    return value;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** What a hook does about something, from its beginning to its end. */
interface Scope<R> {
  readonly within?: (run: () => Promise<void>) => unknown;
  readonly end?: (result: R) => void;
}

/**
 * Runs a function as a hook asks for it, and calls the hook at the end. Whatever the hook does, the function runs once,
 * and its outcome is returned.
 */
export async function observed<T, R>(
  scope: Scope<R>,
  run: () => Promise<T> | T,
  resultOf: (value: T | undefined, error: unknown) => R,
): Promise<T> {
  let running: Promise<T> | undefined;
  const start = () => {
    running ??= (async () => run())();
    return running;
  };
  const ignore = () => {};
  // The hook gets a promise that never rejects: it is not for the hook to handle the errors of the function.
  guarded(() => scope.within?.(() => start().then(ignore, ignore)));
  let value: T | undefined;
  let error: unknown;
  try {
    value = await start();
    return value;
  } catch (caught) {
    error = caught;
    throw caught;
  } finally {
    guarded(() => scope.end?.(resultOf(value, error)));
  }
}

/** Calls the hook `handle`. */
export function begun(hooks: Hooks | undefined, record: HandlingRecord): HandlingHooks | undefined {
  return hooks?.handle && guarded(() => hooks.handle?.(record));
}

/** Runs a handler of the program. */
export function handled<T>(
  hooks: Hooks | undefined,
  record: HandlingRecord,
  run: () => Promise<T> | T,
  statusOf?: (value: T) => number,
): Promise<T> | T {
  const scope = begun(hooks, record);
  if (scope === undefined) return run();
  return observed(scope, run, (value, error) => ({
    status: value === undefined ? undefined : statusOf?.(value),
    error,
  }));
}
