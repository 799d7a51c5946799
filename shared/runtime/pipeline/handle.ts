import type { Input, Route } from '../../contract/route.ts';
import type { IdempotencyRecord } from '../../data/entities/idempotency.ts';
import type { Table } from '../../data/table-client.ts';
import { commit, Outrun } from '../../data/unit-of-work.ts';
import { untilFresh } from '../../data/until-fresh.ts';
import { AppError } from '../../domain/errors.ts';
import type { Keyring } from '../keyring.ts';
import { logger } from '../log.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { addressSubject, draw } from './budgets.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { IdempotentRequest } from './idempotency.ts';
import type { Actor, Context, Operation, Outcome, Settings } from './operation.ts';
import { parseRequest } from './parse.ts';
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
 * Rule: shapes, Exact answers; architecture, A request.
 */
export async function handle(operation: AnyOperation, request: HttpRequest, services: Services): Promise<HttpResponse> {
  const headers: Record<string, string> = { 'x-request-id': request.requestId };
  try {
    return await answer(operation, request, services, headers);
  } catch (error) {
    if (!(error instanceof AppError)) {
      logger.error('request failed', {
        route: operation.route.name,
        request_id: request.requestId,
        error: error as Error,
      });
    }
    return respondError(error, request.requestId, headers);
  }
}

async function answer(
  operation: AnyOperation,
  request: HttpRequest,
  services: Services,
  headers: Record<string, string>,
): Promise<HttpResponse> {
  const { route } = operation;
  const now = services.now();
  const settings = services.settings();
  if (route.budget === 'address') {
    await draw(services.table(), addressSubject(request.address), settings.limits.ipRequestsPerMinute, now, headers);
  }
  const actor = route.auth === 'none' ? null : await authenticate(services.table(), request.headers.authorization, now);
  if (actor !== null && route.budget === 'organization') {
    await draw(services.table(), actor.organization.id, settings.limits.orgRequestsPerMinute, now, headers);
  }
  if (actor !== null) authorize(route, actor);

  const { input, json } = parseRequest(route, request);
  const idempotent = await IdempotentRequest.of(route, request, actor, json, services.keyring);
  const earlier = await idempotent?.earlier(services.table(), now, { strong: false });
  if (earlier !== undefined) return replay(earlier, request, headers);

  const outcome = await run(operation, input as Input<Route>, { request, services, actor, idempotent, now });
  if (outcome.replayed) return replay(outcome, request, headers);
  return settle(outcome, outcome.status ?? route.status, request, headers);
}

interface Run {
  request: HttpRequest;
  services: Services;
  actor: Actor | null;
  idempotent: IdempotentRequest | undefined;
  now: number;
}

/** Runs the operation and commits what it stages; again when what it had loaded was stale. */
async function run(
  operation: AnyOperation,
  input: Input<Route>,
  { request, services, actor, idempotent, now }: Run,
): Promise<Outcome<unknown> & { status?: number; replayed?: true }> {
  const { route } = operation;
  const context: Context<Route> = {
    actor: actor as Actor,
    table: services.table(),
    settings: services.settings(),
    keyring: services.keyring,
    requestId: request.requestId,
    address: request.address,
    baseUrl: request.baseUrl,
    now,
  };
  const statusOf = (outcome: Outcome<unknown>) =>
    outcome.kind === 'reject' ? outcome.error.status : (outcome.status ?? route.status);
  const record = idempotent && ((outcome: Outcome<unknown>) => idempotent.record(outcome, statusOf(outcome), now));
  try {
    return await untilFresh(async () => {
      const result = await operation.run(context, input);
      const plan = result.kind === 'write' ? result : { clocks: [], stage: () => result };
      return commit<Outcome<unknown>>(services.table(), plan, { now: services.now, record });
    });
  } catch (error) {
    if (idempotent === undefined) throw error;
    if (error instanceof Outrun) {
      return { ...idempotent.outcomeOf(error.row as unknown as IdempotencyRecord), replayed: true };
    }
    // An equal request may have committed after the look-up and before the load, which then met its traces.
    if (!(error instanceof AppError)) throw error;
    const twin = await idempotent.earlier(services.table(), services.now(), { strong: true });
    if (twin === undefined) throw error;
    return { ...twin, replayed: true };
  }
}

function settle(
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
  return settle(outcome, outcome.status ?? 200, request, headers);
}
