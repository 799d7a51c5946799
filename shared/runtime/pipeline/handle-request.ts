import type { Input, Route } from '../../contract/route.ts';
import type { IdempotencyRecord } from '../../data/entities/idempotency.ts';
import { retryOnStaleRead } from '../../data/retry-on-stale-read.ts';
import type { Table } from '../../data/table-client.ts';
import { commit, DuplicateRequestError } from '../../data/unit-of-work.ts';
import { AppError } from '../../domain/errors.ts';
import type { Keyring } from '../keyring.ts';
import { logger } from '../log.ts';
import type { Actor, Settings } from './actor.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { cacheable } from './cacheable.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { IdempotentRequest } from './idempotency.ts';
import type { Context, Operation, Outcome } from './operation.ts';
import { parseRequest, requireJsonType, requireSize } from './parse.ts';
import { respondProtocolError } from './protocol-error.ts';
import { consumeRateLimit, rateLimitKeyForIp } from './rate-limits.ts';
import { respond, respondError } from './respond.ts';

/** What every request of a function shares. */
export interface Services {
  table: () => Table;
  settings: () => Settings;
  keyring: () => Promise<Keyring>;
  now: () => number;
}

type AnyOperation = Operation<Route>;

/**
 * One request, from budget to answer: address budget, who, organization budget, whether, what, idempotency,
 * operation, commit. The order of the checks is the contract's: 401, 429, 403, 400, then 404 and 409.
 *
 * See: docs/contract/conventions.md#order-of-checks; docs/architecture.md#a-request.
 */
export async function handle(operation: AnyOperation, request: HttpRequest, services: Services): Promise<HttpResponse> {
  const headers: Record<string, string> = { 'x-request-id': request.requestId };
  try {
    return await processRequest(operation, request, services, headers);
  } catch (error) {
    if (!(error instanceof AppError)) {
      logger.error('request failed', {
        route: operation.route.name,
        request_id: request.requestId,
        error: error as Error,
      });
    }
    return respondProtocolError(operation.route, error, headers) ?? respondError(error, request.requestId, headers);
  }
}

async function processRequest(
  operation: AnyOperation,
  request: HttpRequest,
  services: Services,
  headers: Record<string, string>,
): Promise<HttpResponse> {
  const { route } = operation;
  const now = services.now();
  const settings = services.settings();
  if (route.budget === 'address') {
    const what = 'requests a minute without an API key from one network address';
    const { ipRequestsPerMinute } = settings.limits;
    await consumeRateLimit(services.table(), rateLimitKeyForIp(request.address), ipRequestsPerMinute, now, {
      what,
      headers,
    });
  }
  const actor = route.auth === 'none' ? null : await authenticate(services.table(), request.headers.authorization, now);
  if (actor !== null && route.budget === 'organization') {
    const what = 'requests a minute for one organization';
    await consumeRateLimit(services.table(), actor.organization.id, settings.limits.orgRequestsPerMinute, now, {
      what,
      headers,
    });
  }
  if (actor !== null) authorize(route, actor);

  const context = contextOf(route, request, services, actor, now);
  if (operation.handleProtocol !== undefined)
    return handleProtocolRequest(operation.handleProtocol, request, context, headers);
  const verified = await verifySignedRequest(operation, request, context);
  const { input, idempotent } = await preferForbidden(operation, request, context, async () => {
    const { input, json } = parseRequest(route, request, verified?.bodySchema);
    const owner = { actor, signer: verified?.signer };
    return { input, idempotent: await IdempotentRequest.fromRequest(route, request, owner, json, services.keyring) };
  });
  const previous = await idempotent?.findPreviousOutcome(services.table(), now, { strong: false });
  if (previous !== undefined) return replay(previous, request, headers);

  const operate = () => operation.run(context, input as Input<Route>, verified?.principal);
  const outcome = await run(route, operate, { services, idempotent, now });
  if (outcome.replayed) return replay(outcome, request, headers);
  const response = toHttpResponse(outcome, outcome.status ?? route.status, request, headers);
  return route.cacheSeconds === undefined ? response : cacheable(response, request, route.cacheSeconds);
}

/**
 * Reads what is said. Where it is wrong and about what is somebody else's, the latter is told: 403 ranks above 400. To an
 * org key nothing of its organization is somebody else's.
 */
async function preferForbidden<T>(
  { authorizeResource }: AnyOperation,
  request: HttpRequest,
  context: Context<Route>,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (authorizeResource === undefined || context.actor.kind !== 'agent' || !(error instanceof AppError)) throw error;
    const refused = await authorizeResource(context, request.params.id ?? '').catch((reason: unknown) => reason);
    throw refused instanceof AppError && refused.status === 403 ? refused : error;
  }
}

function contextOf(
  route: Route,
  request: HttpRequest,
  services: Services,
  actor: Actor | null,
  now: number,
): Context<Route> {
  return {
    actor: actor as Actor,
    table: services.table(),
    settings: services.settings(),
    keyring: services.keyring,
    requestId: request.requestId,
    address: request.address,
    baseUrl: request.baseUrl,
    now,
    confirmAccess: async () => {
      if (actor === null) return;
      authorize(route, await authenticate(services.table(), request.headers.authorization, services.now()));
    },
  };
}

/** Leaves the rest to a protocol, once it is judged who asks and that the body is of a size and type to be read. */
async function handleProtocolRequest(
  handleProtocol: NonNullable<AnyOperation['handleProtocol']>,
  request: HttpRequest,
  context: Context<Route>,
  headers: Record<string, string>,
): Promise<HttpResponse> {
  requireSize(request);
  requireJsonType(request);
  const { status, body, stream, headers: own } = await handleProtocol(context, request);
  return { ...respond(status, body, { ...headers, ...own }), ...(stream !== undefined && { stream }) };
}

/** Where a signature stands in for a key: over the bytes as they came, once they are few enough to be hashed. */
async function verifySignedRequest({ verify }: AnyOperation, request: HttpRequest, context: Context<Route>) {
  if (verify === undefined) return undefined;
  requireSize(request);
  const { headers, body } = request;
  return verify(context, { headers, bytes: typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array()) });
}

interface RunOptions {
  services: Services;
  idempotent: IdempotentRequest | undefined;
  now: number;
}

/** Runs the operation and commits what it stages; again when what it had loaded was stale. */
async function run(
  route: Route,
  operate: () => ReturnType<AnyOperation['run']>,
  { services, idempotent, now }: RunOptions,
): Promise<Outcome<unknown> & { status?: number; replayed?: true }> {
  const statusOf = (outcome: Outcome<unknown>) =>
    outcome.kind === 'reject' ? outcome.error.status : (outcome.status ?? route.status);
  const record = idempotent && ((outcome: Outcome<unknown>) => idempotent.record(outcome, statusOf(outcome), now));
  try {
    return await retryOnStaleRead(async () => {
      const result = await operate();
      const plan = result.kind === 'write' ? result : { clockOwners: [], stage: () => result };
      return commit<Outcome<unknown>>(services.table(), plan, { now: services.now, record });
    });
  } catch (error) {
    if (idempotent === undefined) throw error;
    if (error instanceof DuplicateRequestError) {
      return { ...idempotent.outcomeOf(error.row as unknown as IdempotencyRecord), replayed: true };
    }
    // An equal request may have committed after the look-up and before the load, which then met its traces.
    if (!(error instanceof AppError)) throw error;
    const concurrentRecord = await idempotent.findPreviousOutcome(services.table(), services.now(), { strong: true });
    if (concurrentRecord === undefined) throw error;
    return { ...concurrentRecord, replayed: true };
  }
}

function toHttpResponse(
  outcome: Outcome<unknown>,
  status: number,
  request: HttpRequest,
  headers: Record<string, string>,
): HttpResponse {
  if (outcome.kind === 'reject') return respondError(outcome.error, request.requestId, headers);
  return respond(status, outcome.body, headers);
}

function replay(
  outcome: Outcome<unknown> & { status?: number },
  request: HttpRequest,
  headers: Record<string, string>,
): HttpResponse {
  headers['idempotency-replayed'] = 'true';
  return toHttpResponse(outcome, outcome.status ?? 200, request, headers);
}
