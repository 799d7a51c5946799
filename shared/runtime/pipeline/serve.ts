import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../../contract/route.ts';
import { AppError } from '../../domain/errors.ts';
import { getTable } from '../clients.ts';
import { readEnv } from '../env.ts';
import { getKeyring } from '../keyring.ts';
import type { Settings } from './actor.ts';
import { requestOf, resultOf, streamedResultOf } from './api-gateway.ts';
import { handle, type Services } from './handle-request.ts';
import type { Operation } from './operation.ts';
import { respondError } from './respond.ts';

/** The operations of a group, one for each of its routes: a missing or a surplus one does not compile. */
export type Operations<M> = { [K in keyof M]: M[K] extends Route ? Operation<M[K]> : never };

function settingsOfEnvironment(): Settings {
  const env = readEnv('LIMITS', 'MAIL_DOMAIN', 'ALLOW_LOOPBACK_RECEIVERS');
  return {
    limits: env.LIMITS,
    mailDomain: env.MAIL_DOMAIN,
    allowLoopbackReceivers: env.ALLOW_LOOPBACK_RECEIVERS === 'true',
  };
}

/** What the deployed functions work with. */
const SERVICES: Services = {
  table: getTable,
  settings: settingsOfEnvironment,
  keyring: getKeyring,
  now: Date.now,
};

/** Clients of a protocol join paths to the address of a card, some with a slash at the end. */
function pathsOf({ path, protocol }: Route): string[] {
  return protocol === undefined ? [path] : [path, `${path}/`];
}

function proxyHandler<M extends object>(operations: Operations<M>, toResult: typeof resultOf) {
  const byRoute = new Map<string, Operation<Route>>(
    Object.values(operations as Record<string, Operation<Route>>).flatMap((operation) =>
      pathsOf(operation.route).map((path) => [`${operation.route.method} ${path}`, operation] as const),
    ),
  );
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { PUBLIC_URL } = readEnv('PUBLIC_URL');
    const request = requestOf(event, PUBLIC_URL);
    const operation = byRoute.get(`${request.method} ${request.resource}`);
    if (operation === undefined) {
      return toResult(
        respondError(new AppError('route.not_found'), request.requestId, { 'x-request-id': request.requestId }),
      );
    }
    return toResult(await handle(operation, request, SERVICES));
  };
}

/** The Lambda handler of a route group. `routes` fixes the type; the operations carry the routes themselves. */
export function serve<M extends object>(_routes: M, operations: Operations<M>) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>().handler(proxyHandler(operations, resultOf));
}

/** The same, answering by a response stream: for answers later than API Gateway's 29 s or larger than Lambda's 6 MB. */
export function serveStreamed<M extends object>(_routes: M, operations: Operations<M>) {
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>({ executionMode: executionModeStreamifyResponse }).handler(
    proxyHandler(operations, streamedResultOf),
  );
}
