import type { Route } from '#shared/contract/route.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Actor } from './actor.ts';
import { authenticate, type KnownCaller } from './authenticate.ts';
import { authorize } from './authorize.ts';
import type { AnyContext } from './context.ts';
import { type Exchange, signingKeysOf } from './exchange.ts';
import { authenticateRequest } from './failed-authentications.ts';
import type { HttpRequest } from './http.ts';
import { startFindingEarlier } from './idempotency.ts';
import type { FoundResource, Operation } from './operation.ts';
import { consumeOrganizationBudget } from './organization-budget.ts';
import { OWN_IDENTITY } from './own-identity.ts';
import { consumeRateLimit, rateLimitKeyForIp } from './rate-limits.ts';
import type { Presented } from './scoped-grant.ts';

/** Applies the rate limits, authenticates the caller, and creates the context of the operation. */
export async function admit(operation: Operation, exchange: Exchange): Promise<AnyContext> {
  const { route } = operation;
  const { request, services, now, headers } = exchange;
  const table = services.table();
  const settings = services.settings();
  const { authorization } = request.headers;
  if (route.budget === 'address') {
    const unit = 'requests per minute without an API key from one network address';
    const limit = settings.limits.ipRequestsPerMinute;
    await consumeRateLimit(table, { key: rateLimitKeyForIp(request.address), limit, unit }, now, headers);
  }
  const actor = route.auth === 'none' ? null : await authenticateAndCount(operation, exchange);
  const shared = {
    table,
    settings,
    keyring: () => services.keyring(actor?.organization.id),
    signingKeys: () => signingKeysOf(services),
    requestId: request.requestId,
    address: request.address,
    baseUrl: request.baseUrl,
    ownUrls: request.ownUrls,
    accept: request.headers.accept,
    userAgent: request.headers['user-agent'],
    now,
    confirmAccess: async () => {
      if (actor === null) return;
      const presented = presentedAt(route, request, services.now());
      authorize(route, await authenticate(services.table(), authorization, presented));
    },
  };
  return actor === null ? { ...shared, actor } : { ...shared, actor };
}

/**
 * Authenticates the caller, counts the request against the budget of its organization, and starts to read an earlier
 * request with its idempotency key and the resource that its path names. All of it follows from the credential, so it
 * takes one round of reads. What a refused request has read needlessly is cheaper than a round for all others.
 */
async function authenticateAndCount(operation: Operation, exchange: Exchange): Promise<Actor> {
  const { route } = operation;
  const { request, services, now, headers, releases } = exchange;
  const [table, settings] = [services.table(), services.settings()];
  const presented = presentedAt(route, request, now);
  const { actor } = await authenticateRequest(table, request, settings.limits, presented, async (caller) => {
    exchange.isAuthenticated = true;
    exchange.earlier = startFindingEarlier(table, { route, request, caller }, now);
    exchange.found = startFinding(operation, table, caller, request.params.id);
    if (route.budget !== 'organization') return;
    const { organizationId } = caller;
    const budgeted = { operation, request, caller: { organizationId, settings } };
    const release = await consumeOrganizationBudget(table, budgeted, now, headers);
    if (release !== undefined) releases.push(release);
  });
  return actor;
}

/** Where and when the credential of a request is presented. */
function presentedAt({ isResource, path }: Route, { baseUrl }: HttpRequest, now: number): Presented {
  return isResource === true ? { now, resource: baseUrl + path } : { now, isOperation: true };
}

/** Starts to read the resource of a request, unless it is the caller's own identity, which is read in any case. */
function startFinding(
  operation: Operation,
  table: Table,
  { organizationId, identityId }: KnownCaller,
  id: string | undefined,
): FoundResource | undefined {
  if (operation.kind !== 'resource' || id === undefined || id === identityId || id === OWN_IDENTITY) return undefined;
  const found = operation.find(table, organizationId, id);
  // A request that is refused before it needs the resource ignores the failure of the read.
  found.catch(() => {});
  return found;
}
