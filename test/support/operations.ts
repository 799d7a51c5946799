import type { z } from 'zod';
import type { Route } from '../../shared/contract/route.ts';
import * as accounts from '../../shared/contract/routes/accounts.ts';
import * as auth from '../../shared/contract/routes/auth.ts';
import * as events from '../../shared/contract/routes/events.ts';
import * as identities from '../../shared/contract/routes/identities.ts';
import * as mail from '../../shared/contract/routes/mail.ts';
import * as system from '../../shared/contract/routes/system.ts';
import * as wait from '../../shared/contract/routes/wait.ts';
import * as webhooks from '../../shared/contract/routes/webhooks.ts';

/** Every operation by its name, with the literal types that the route table itself has lost. */
export const OPERATIONS = {
  ...system,
  ...accounts,
  ...auth,
  ...identities,
  ...mail,
  ...events,
  ...wait,
  ...webhooks,
} as const;

export type OperationName = keyof typeof OPERATIONS;

/** What an operation answers when it succeeds. */
export type SuccessOf<N extends OperationName> = (typeof OPERATIONS)[N] extends { reply: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

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
