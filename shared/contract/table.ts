import * as approvalEndpoints from './approval-endpoints.ts';
import type { RouteGroup } from './groups.ts';
import * as mcpEndpoints from './mcp-endpoints.ts';
import * as oauthEndpoints from './oauth-endpoints.ts';
import type { Route } from './route.ts';
import * as a2a from './routes/a2a.ts';
import * as a2aAccess from './routes/a2a-access.ts';
import * as a2aCard from './routes/a2a-card.ts';
import * as a2aDirectory from './routes/a2a-directory.ts';
import * as a2aProtocol from './routes/a2a-protocol.ts';
import * as accounts from './routes/accounts.ts';
import * as approvals from './routes/approvals.ts';
import * as auth from './routes/auth.ts';
import * as contacts from './routes/contacts.ts';
import * as domains from './routes/domains.ts';
import * as events from './routes/events.ts';
import * as identities from './routes/identities.ts';
import * as inboundMail from './routes/inbound-mail.ts';
import * as mail from './routes/mail.ts';
import * as mailBatches from './routes/mail-batches.ts';
import * as mailDrafts from './routes/mail-drafts.ts';
import * as mcp from './routes/mcp.ts';
import * as members from './routes/members.ts';
import * as oauth from './routes/oauth.ts';
import * as providerAccounts from './routes/provider-accounts.ts';
import * as search from './routes/search.ts';
import * as secondFactor from './routes/second-factor.ts';
import * as streams from './routes/streams.ts';
import * as system from './routes/system.ts';
import * as tokens from './routes/tokens.ts';
import * as trustedIssuers from './routes/trusted-issuers.ts';
import * as tunnels from './routes/tunnels.ts';
import * as vault from './routes/vault.ts';
import * as wait from './routes/wait.ts';
import * as webhooks from './routes/webhooks.ts';
import * as unsubscribeEndpoints from './unsubscribe-endpoints.ts';

/** Every operation by its name, with its literal types, in the order of the documentation. */
export const OPERATIONS = {
  ...system,
  ...accounts,
  ...auth,
  ...members,
  ...secondFactor,
  ...oauth,
  ...identities,
  ...mail,
  ...mailBatches,
  ...mailDrafts,
  ...search,
  ...inboundMail,
  ...domains,
  ...providerAccounts,
  ...contacts,
  ...approvals,
  ...vault,
  ...a2a,
  ...a2aAccess,
  ...a2aCard,
  ...a2aDirectory,
  ...a2aProtocol,
  ...events,
  ...wait,
  ...streams,
  ...webhooks,
  ...tokens,
  ...trustedIssuers,
  ...tunnels,
  ...mcp,
} as const;

export type OperationName = keyof typeof OPERATIONS;

/**
 * All operations as a list, from which the infrastructure, the description, the permission matrix and the contract
 * tests are derived.
 */
export const ROUTES: readonly Route[] = Object.values(OPERATIONS);

/** Every route that a function serves: the operations, and what other specifications define. */
export const SERVED_ROUTES: readonly Route[] = [
  ...ROUTES,
  ...Object.values(oauthEndpoints),
  ...Object.values(mcpEndpoints),
  ...Object.values(unsubscribeEndpoints),
  ...Object.values(approvalEndpoints),
];

export const ROUTE_GROUPS = [...new Set(ROUTES.map((route) => route.group))] as RouteGroup[];
