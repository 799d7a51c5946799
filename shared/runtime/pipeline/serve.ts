import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { gatewayTimeoutOf } from '#shared/contract/gateway-timeouts.ts';
import { type HealthEvent, isHealthEvent } from '#shared/contract/health.ts';
import type { Route } from '#shared/contract/route.ts';
import { methodsOf, pathsOf } from '#shared/contract/served-paths.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { getTable } from '../clients.ts';
import { type RemainingTime, withResponseDeadline } from '../deadline-scope.ts';
import { readEnv } from '../env.ts';
import { checkHealth } from '../health.ts';
import { getKeyring } from '../stage-keyring.ts';
import { requestOf, resultOf, type StreamedResult, streamedResultOf } from './api-gateway.ts';
import type { Settings } from './context.ts';
import type { Services } from './exchange.ts';
import { handleRequest } from './handle-request.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import type { Operation } from './operation.ts';
import { respond, respondError } from './respond.ts';

/** The operations of a group, one for each of its routes. A missing or surplus operation does not compile. */
export type Operations<M> = { [K in keyof M]: M[K] extends Route ? Operation<M[K]> : never };

function settingsOfEnvironment(): Settings {
  const env = readEnv('LIMITS', 'MAIL_DOMAIN', 'ALLOW_LOOPBACK_RECEIVERS', 'STAGE_LONG_CALLS', 'STAGE_ADDRESS_CALLS');
  return {
    limits: env.LIMITS,
    mailDomain: env.MAIL_DOMAIN,
    allowLoopbackReceivers: env.ALLOW_LOOPBACK_RECEIVERS === 'true',
    stageLongCalls: env.STAGE_LONG_CALLS,
    stageAddressCalls: env.STAGE_ADDRESS_CALLS,
  };
}

/** The services of the deployed functions. */
const SERVICES: Services = {
  table: getTable,
  settings: settingsOfEnvironment,
  keyring: getKeyring,
  now: Date.now,
};

/**
 * What a function may have in place of the stage's keyring (for contents and stored replies) and of its table, the keys
 * that sign tokens if it may unwrap them, and what it does when the sweep invokes it, such as when the heartbeat asks
 * whether it works.
 */
export interface OwnServices extends Partial<Pick<Services, 'keyring' | 'table' | 'signingKeys' | 'auditsInClear'>> {
  readonly health?: (event: HealthEvent) => Promise<void>;
  /** Work that the sweep invokes the function for; `undefined` for any other event. */
  readonly work?: (event: unknown, services: Services) => Promise<void> | undefined;
}

function keysOf(route: Route): string[] {
  return methodsOf(route).flatMap((method) => pathsOf(route).map((path) => `${method} ${path}`));
}

/** A response to `HEAD` has the headers of the one to `GET`, and no body. See: RFC 9110, section 9.3.2. */
function forMethod(response: HttpResponse, { method }: HttpRequest): HttpResponse {
  if (method !== 'HEAD') return response;
  const { text: _text, ...others } = response;
  return { ...others, body: undefined };
}

type ToResult<T> = (response: HttpResponse, request: Pick<HttpRequest, 'headers'>) => T | Promise<T>;

function proxyHandler<M extends object, T>(operations: Operations<M>, toResult: ToResult<T>, own: OwnServices) {
  const { health = checkHealth, work, ...replaced } = own;
  const services = { ...SERVICES, ...replaced };
  const byRoute = new Map<string, Operation>(
    Object.values<Operation>(operations).flatMap((operation) =>
      keysOf(operation.route).map((key) => [key, operation] as const),
    ),
  );
  return async (event: APIGatewayProxyEvent, context: RemainingTime): Promise<T> => {
    if (isHealthEvent(event)) {
      services.settings();
      await health(event);
      return toResult(respond(204, undefined, {}), { headers: {} });
    }
    const worked = work?.(event, services);
    if (worked !== undefined) {
      await worked;
      return toResult(respond(204, undefined, {}), { headers: {} });
    }
    const { PUBLIC_URL } = readEnv('PUBLIC_URL');
    const request = requestOf(event, PUBLIC_URL);
    const operation = byRoute.get(`${request.method} ${request.resource}`);
    if (operation === undefined) {
      const headers = { 'x-request-id': request.requestId };
      return toResult(respondError(new AppError('route.not_found'), request, headers), request);
    }
    const handle = async () => forMethod(await handleRequest(operation, request, services), request);
    const awaited = { arrivedAt: event.requestContext.requestTimeEpoch, waitMs: gatewayTimeoutOf(operation.route) };
    return toResult(await withResponseDeadline(context, awaited, handle), request);
  };
}

/** The Lambda handler of a route group. `_routes` only gives the type: each operation holds its route. */
export function serve<M extends object>(_routes: M, operations: Operations<M>, own: OwnServices = {}) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>().handler(proxyHandler(operations, resultOf, own));
}

/** The same with a response stream, for responses later than API Gateway's 29 s or larger than Lambda's 6 MB. */
export function serveStreamed<M extends object>(_routes: M, operations: Operations<M>, own: OwnServices = {}) {
  return middy<APIGatewayProxyEvent, StreamedResult>({ executionMode: executionModeStreamifyResponse }).handler(
    proxyHandler(operations, streamedResultOf, own),
  );
}
