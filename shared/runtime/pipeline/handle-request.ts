import type { Route } from '#shared/contract/route.ts';
import { ContentionError } from '#shared/data/contention-error.ts';
import type { StoringCaller } from '#shared/data/storage-reservation.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { withRequestId, withTraceId } from '#shared/domain/http/request-scope.ts';
import { traceIdIn } from '#shared/domain/http/trace-id.ts';
import { logger } from '../log.ts';
import type { Actor } from './actor.ts';
import { authenticate, type KnownCaller } from './authenticate.ts';
import { authorize, authorizeCaller } from './authorize.ts';
import { type AnyContext, type AuthenticatedContext, requireActor } from './context.ts';
import { type Exchange, type Services, signingKeysOf } from './exchange.ts';
import { authenticateRequest } from './failed-authentications.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { IdempotentRequest, startFindingEarlier } from './idempotency.ts';
import type { FoundResource, Operation, ProtocolOperation, SignedOperation } from './operation.ts';
import { consumeOrganizationBudget, type Release } from './organization-budget.ts';
import { nameOwnIdentity, OWN_IDENTITY, parseNamingOwnIdentity } from './own-identity.ts';
import { type ParsedRequest, parseRequest, requireContentType, requireSize } from './parse.ts';
import { respondProtocolError } from './protocol-error.ts';
import { respondInProtocol, respondRefusal } from './protocol-response.ts';
import { consumeRateLimit, rateLimitKeyForIp } from './rate-limits.ts';
import { refuseDelivery } from './refuse-delivery.ts';
import { refuseFields } from './resources.ts';
import { respondError } from './respond.ts';
import { type PreparedRequest, respondOnce } from './respond-once.ts';
import { crossOriginHeaders, requireKnownOrigin, respondPreflight } from './web-pages.ts';

/**
 * Handles one request: rate limit of the IP address, authentication, rate limit of the organization, authorization,
 * parsing, idempotency, operation, commit. The contract fixes the order of the errors: 401, 429, 403, 400, then 404 and
 * 409.
 *
 * See: docs/contract/conventions.md#order-of-checks; docs/architecture.md#a-request.
 */
export function handleRequest(operation: Operation, request: HttpRequest, services: Services): Promise<HttpResponse> {
  const { requestId, headers } = request;
  const traceId = traceIdIn(headers.traceparent);
  return withRequestId(requestId, () =>
    withTraceId(traceId, () => {
      // The access log cannot have it. From this line the trace leads to all that has the id of the request.
      if (traceId !== undefined) logger.info('request traced', { route: operation.route.name });
      return handleInScope(operation, request, services);
    }),
  );
}

async function handleInScope(operation: Operation, request: HttpRequest, services: Services): Promise<HttpResponse> {
  const { route } = operation;
  const headers: Record<string, string> = {
    'x-request-id': request.requestId,
    ...crossOriginHeaders(route, request),
  };
  const releases: Release[] = [];
  const exchange: Exchange = { request, services, now: services.now(), headers, releases };
  try {
    if (route.webPages === true && request.method === 'OPTIONS') return respondPreflight(request, route, headers);
    refuseDelivery(request);
    return await processRequest(operation, exchange);
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof ContentionError) {
      logger.error('request failed', { route: route.name, request_id: request.requestId, error: error as Error });
    } else {
      const { code, cause } = error;
      logger.debug('request refused', { route: route.name, request_id: request.requestId, code, cause });
    }
    return (
      (await respondRefusal(operation, error, exchange)) ??
      respondProtocolError(route, error, headers) ??
      respondError(error, request, headers)
    );
  } finally {
    for (const release of releases) await release(services.now());
  }
}

function storingCaller({ actor, address }: AuthenticatedContext): StoringCaller {
  return { organizationId: actor.organization.id, address: rateLimitKeyForIp(address) };
}

async function processRequest(operation: Operation, arrived: Exchange): Promise<HttpResponse> {
  const context = await admit(operation, arrived);
  await authorizeCaller(operation, context, arrived.request);
  const exchange = {
    ...arrived,
    request: nameOwnIdentity(operation.route, context.actor, arrived.request),
    caller: context.actor === null ? undefined : storingCaller(requireActor(context)),
  };
  if (operation.kind === 'protocol') return handleProtocolRequest(operation, requireActor(context), exchange);
  const prepared = await prepare(operation, context, exchange);
  return respondOnce(operation.route, prepared, exchange);
}

/** Applies the rate limits, authenticates the caller, and creates the context of the operation. */
async function admit(operation: Operation, exchange: Exchange): Promise<AnyContext> {
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
      if (actor !== null) authorize(route, await authenticate(services.table(), authorization, services.now()));
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
  const { actor } = await authenticateRequest(table, request, settings.limits, now, async (caller) => {
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

async function prepare(
  operation: Exclude<Operation, ProtocolOperation>,
  context: AnyContext,
  exchange: Exchange,
): Promise<PreparedRequest> {
  const { route } = operation;
  const { request } = exchange;
  switch (operation.kind) {
    case 'plain': {
      const parsed = parseNamingOwnIdentity(route, context.actor, request);
      if (context.actor !== null) refuseFields(route, context.actor, parsed.input.body);
      const idempotent = await idempotentRequest(route, parsed, { actor: context.actor, signer: undefined }, exchange);
      return { idempotent, run: () => operation.run(context, parsed.input) };
    }
    case 'resource': {
      const authenticated = requireActor(context);
      const id = request.params.id ?? '';
      let { found } = exchange;
      const authorizeResource = () => operation.authorizeResource(authenticated, id, found);
      const { parsed, idempotent } = await preferForbidden(authorizeResource, authenticated, async () => {
        const parsed = parseNamingOwnIdentity(route, authenticated.actor, request);
        refuseFields(route, authenticated.actor, parsed.input.body);
        const owner = { actor: authenticated.actor, signer: undefined };
        return { parsed, idempotent: await idempotentRequest(route, parsed, owner, exchange) };
      });
      const run = () => {
        const first = found;
        found = undefined;
        return operation.run(authenticated, id, parsed.input, first);
      };
      const { restore } = operation;
      return { idempotent, run, restore: restore && ((recorded) => restore(authenticated, id, recorded)) };
    }
    case 'signed': {
      const { signer, bodySchema, run } = await verifySignedRequest(operation, context, request);
      const parsed = parseRequest(route, request, bodySchema);
      const idempotent = await idempotentRequest(route, parsed, { actor: null, signer }, exchange);
      return { idempotent, run: () => run(parsed.input.body) };
    }
  }
}

function idempotentRequest(
  route: Route,
  { json }: ParsedRequest,
  owner: { actor: Actor | null; signer: string | undefined },
  { request, services }: Exchange,
): Promise<IdempotentRequest | undefined> {
  const keyring = () => services.keyring(owner.actor?.organization.id);
  return IdempotentRequest.fromRequest({ route, request, owner, json, keyring });
}

/**
 * Runs `parse`. If it fails and the resource belongs to another agent, throws 403 instead of 400. An org key may use
 * every resource of its organization.
 */
async function preferForbidden<T>(
  authorizeResource: () => Promise<unknown>,
  context: AuthenticatedContext,
  parse: () => Promise<T>,
): Promise<T> {
  try {
    return await parse();
  } catch (error) {
    if (context.actor.kind !== 'agent' || !(error instanceof AppError)) throw error;
    const refusal = await authorizeResource().catch((reason: unknown) => reason);
    throw refusal instanceof AppError && refusal.status === 403 ? refusal : error;
  }
}

/** Checks size, content type and origin, then leaves the request to the protocol. */
async function handleProtocolRequest(
  { route, handleProtocol }: ProtocolOperation,
  context: AuthenticatedContext,
  { request, headers }: Exchange,
): Promise<HttpResponse> {
  requireSize(route, request);
  requireContentType(route, request);
  if (route.webPages === true) requireKnownOrigin(request);
  return respondInProtocol(await handleProtocol(context, request), headers);
}

/** Verifies the signature over the bytes as they arrived. Checks their size first, so that hashing them stays cheap. */
function verifySignedRequest({ route, verify }: SignedOperation, context: AnyContext, request: HttpRequest) {
  requireSize(route, request);
  const { headers, body } = request;
  return verify(context, { headers, bytes: typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array()) });
}
