import type { Route } from '#shared/contract/route.ts';
import { ContentionError } from '#shared/data/contention-error.ts';
import type { StoringCaller } from '#shared/data/storage-reservation.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { withRequestId, withTraceId } from '#shared/domain/http/request-scope.ts';
import { traceIdIn } from '#shared/domain/http/trace-id.ts';
import { logger } from '../log.ts';
import type { Actor } from './actor.ts';
import { admit } from './admit.ts';
import { authorizeCaller } from './authorize.ts';
import { type AnyContext, type AuthenticatedContext, requireActor } from './context.ts';
import type { Exchange, Services } from './exchange.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { IdempotentRequest } from './idempotency.ts';
import type { EndpointOperation, Operation, ProtocolOperation, SignedOperation } from './operation.ts';
import type { Release } from './organization-budget.ts';
import { nameOwnIdentity, parseNamingOwnIdentity } from './own-identity.ts';
import { type ParsedRequest, parseRequest, requireContentType, requireSize } from './parse.ts';
import { respondProtocolError } from './protocol-error.ts';
import { challengeHeaders, respondInProtocol, respondRefusal } from './protocol-response.ts';
import { rateLimitKeyForIp } from './rate-limits.ts';
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
      respondError(error, request, { ...headers, ...challengeHeaders(operation, error, request) })
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
    actor: context.actor,
    caller: context.actor === null ? undefined : storingCaller(requireActor(context)),
  };
  if (operation.kind === 'protocol') return handleProtocolRequest(operation, requireActor(context), exchange);
  if (operation.kind === 'endpoint') return handleEndpointRequest(operation, context, exchange);
  const prepared = await prepare(operation, context, exchange);
  return respondOnce(operation.route, prepared, exchange);
}

async function prepare(
  operation: Exclude<Operation, ProtocolOperation | EndpointOperation>,
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

/** Checks the size, then leaves the request to the operation. */
function handleEndpointRequest(
  { route, handle }: EndpointOperation,
  context: AnyContext,
  exchange: Exchange,
): Promise<HttpResponse> {
  requireSize(route, exchange.request);
  return respondOnce(route, { idempotent: undefined, run: () => handle(context, exchange.request) }, exchange);
}

/** Verifies the signature over the bytes as they arrived. Checks their size first, so that hashing them stays cheap. */
function verifySignedRequest({ route, verify }: SignedOperation, context: AnyContext, request: HttpRequest) {
  requireSize(route, request);
  const { headers, body } = request;
  return verify(context, { headers, bytes: typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array()) });
}
