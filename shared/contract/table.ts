import type { Route, RouteGroup } from './route.ts';
import * as accounts from './routes/accounts.ts';
import * as auth from './routes/auth.ts';
import * as events from './routes/events.ts';
import * as identities from './routes/identities.ts';
import * as mail from './routes/mail.ts';
import * as system from './routes/system.ts';
import * as wait from './routes/wait.ts';
import * as webhooks from './routes/webhooks.ts';

/**
 * Every operation of the service, in the order of the documentation. The infrastructure, the generated
 * description, the permission matrix and the contract tests read this and nothing else.
 */
export const ROUTES: readonly Route[] = [system, accounts, auth, identities, mail, events, wait, webhooks].flatMap(
  (group) => Object.values(group),
);

export const ROUTE_GROUPS = [...new Set(ROUTES.map((route) => route.group))] as RouteGroup[];
