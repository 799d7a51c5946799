import type { z } from 'zod';
import type { Route } from '../../shared/contract/route.ts';
import * as a2a from '../../shared/contract/routes/a2a.ts';
import * as a2aAccess from '../../shared/contract/routes/a2a-access.ts';
import * as a2aCard from '../../shared/contract/routes/a2a-card.ts';
import * as a2aProtocol from '../../shared/contract/routes/a2a-protocol.ts';
import * as accounts from '../../shared/contract/routes/accounts.ts';
import * as auth from '../../shared/contract/routes/auth.ts';
import * as contacts from '../../shared/contract/routes/contacts.ts';
import * as domains from '../../shared/contract/routes/domains.ts';
import * as events from '../../shared/contract/routes/events.ts';
import * as identities from '../../shared/contract/routes/identities.ts';
import * as inboundMail from '../../shared/contract/routes/inbound-mail.ts';
import * as mail from '../../shared/contract/routes/mail.ts';
import * as providerAccounts from '../../shared/contract/routes/provider-accounts.ts';
import * as system from '../../shared/contract/routes/system.ts';
import * as wait from '../../shared/contract/routes/wait.ts';
import * as webhooks from '../../shared/contract/routes/webhooks.ts';
import type { eventSchema } from '../../shared/contract/schemas/event.ts';

/** Every operation by its name, with the literal types that the route table itself loses. */
export const OPERATIONS = {
  ...system,
  ...accounts,
  ...auth,
  ...identities,
  ...mail,
  ...inboundMail,
  ...domains,
  ...providerAccounts,
  ...contacts,
  ...a2a,
  ...a2aAccess,
  ...a2aCard,
  ...a2aProtocol,
  ...events,
  ...wait,
  ...webhooks,
} as const;

export type OperationName = keyof typeof OPERATIONS;

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
