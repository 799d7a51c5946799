import type { z } from 'zod';
import type { Route } from '#shared/contract/route.ts';
import type { eventSchema } from '#shared/contract/schemas/event.ts';
import { OPERATIONS, type OperationName } from '#shared/contract/table.ts';

export { OPERATIONS, type OperationName };

type ReplyOf<N extends OperationName> = (typeof OPERATIONS)[N] extends { reply: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** An event with a payload that a test reads without narrowing its type. */
// biome-ignore lint/suspicious/noExplicitAny: tests read payloads of every kind
type AnyEvent = Omit<z.output<typeof eventSchema>, 'payload'> & { payload: any };

/** The body of an operation's success. */
export type SuccessOf<N extends OperationName> = N extends 'listEvents'
  ? { events: AnyEvent[] }
  : N extends 'waitForEvent'
    ? { event: AnyEvent | null; timed_out: boolean }
    : N extends 'createLease' | 'claimLease'
      ? // A lease has a token, unless a test lets it be held.
        ReplyOf<N> & { lease_token: string }
      : ReplyOf<N>;

export function routeOf(name: OperationName): Route {
  return OPERATIONS[name];
}

/** The path of an operation with its parameters filled in, escaped. */
export function pathOf(route: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${route.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
