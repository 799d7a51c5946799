import { gatewayTimeoutOf } from '#shared/contract/gateway-timeouts.ts';
import type { Route } from '#shared/contract/route.ts';
import { methodsOf } from '#shared/contract/served-paths.ts';
import { COMPRESS_FROM_BYTES } from '#shared/domain/http/compression.ts';
import { type GatewayResponse, gatewayResponsesOf } from './gateway-responses.ts';
import { type PreflightOperation, preflightOperation } from './preflight-operation.ts';
import {
  REQUEST_VALIDATORS,
  type RequiredHeader,
  requiredCredential,
  type ValidatorName,
} from './required-credential.ts';

/** A route and the function that serves it. */
export interface ServedRoute {
  readonly route: Route;
  readonly functionArn: string;
}

/** How API Gateway invokes the function of one operation: `x-amazon-apigateway-integration`. */
interface Integration {
  readonly type: 'aws_proxy';
  readonly httpMethod: 'POST';
  readonly uri: string;
  readonly responseTransferMode: 'BUFFERED' | 'STREAM';
  readonly timeoutInMillis: number;
}

interface PathParameter {
  readonly name: string;
  readonly in: 'path';
  readonly required: true;
  readonly schema: { readonly type: 'string' };
}

interface GatewayOperation {
  readonly operationId: string;
  readonly parameters?: readonly (PathParameter | RequiredHeader)[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  /** The validator that refuses requests without the required headers; absent where the function sees every request. */
  readonly 'x-amazon-apigateway-request-validator'?: ValidatorName;
  readonly 'x-amazon-apigateway-integration': Integration;
}

/** The reply to a browser, with the parameters of its path. */
type Preflight = PreflightOperation & Pick<GatewayOperation, 'parameters'>;

/** The whole REST API in one OpenAPI document, as API Gateway imports it. */
export interface GatewayDefinition {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly description: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, GatewayOperation | Preflight>>>>;
  readonly 'x-amazon-apigateway-gateway-responses': Readonly<Record<string, GatewayResponse>>;
  readonly 'x-amazon-apigateway-minimum-compression-size': number;
  readonly 'x-amazon-apigateway-request-validators': typeof REQUEST_VALIDATORS;
}

export interface GatewayDefinitionProps {
  readonly title: string;
  readonly partition: string;
  readonly region: string;
  /** The address of the API, as far as it is known before it is deployed: its path alone will do. */
  readonly address: string;
  readonly served: readonly ServedRoute[];
  /** The origin of the console's page, which may then call every route; absent where the stage has none. */
  readonly consoleOrigin?: string | undefined;
}

/**
 * A streamed response needs another version of Lambda's invoke API; with the buffered one API Gateway refuses the
 * transfer mode.
 *
 * See: API Gateway developer guide, Lambda proxy integration for payload response streaming.
 */
function integrationOf({ route, functionArn }: ServedRoute, invokeApi: string): Integration {
  const invocation = route.streamed
    ? `2021-11-15/functions/${functionArn}/response-streaming-invocations`
    : `2015-03-31/functions/${functionArn}/invocations`;
  return {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: `${invokeApi}/${invocation}`,
    responseTransferMode: route.streamed ? 'STREAM' : 'BUFFERED',
    timeoutInMillis: gatewayTimeoutOf(route),
  };
}

function parametersOf(path: string, headers: readonly RequiredHeader[] = []): Pick<GatewayOperation, 'parameters'> {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): PathParameter => ({ name, in: 'path', required: true, schema: { type: 'string' } }),
  );
  const parameters = [...inPath, ...headers];
  return parameters.length > 0 ? { parameters } : {};
}

function operationOf(served: ServedMethod, path: string, invokeApi: string): GatewayOperation {
  const required = requiredCredential(served.route, served.method);
  return {
    operationId: served.name,
    ...parametersOf(path, required),
    ...(required.length > 0 && { 'x-amazon-apigateway-request-validator': 'credential' }),
    responses: { [served.route.status]: { description: 'The response of the function' } },
    'x-amazon-apigateway-integration': integrationOf(served, invokeApi),
  };
}

/** A route, and its further methods. */
interface ServedMethod extends ServedRoute {
  /** In upper case. */
  readonly method: string;
  readonly name: string;
}

function servedMethods(served: ServedRoute): ServedMethod[] {
  const { name } = served.route;
  return methodsOf(served.route).map((method) => ({
    ...served,
    method,
    name: method === served.route.method ? name : `${name}By${method}`,
  }));
}

/** Whether API Gateway treats both operations the same, apart from their names. */
function sameIntegration(one: GatewayOperation, other: GatewayOperation): boolean {
  const [left, right] = [one, other].map((operation) => JSON.stringify(operation['x-amazon-apigateway-integration']));
  return left === right;
}

/**
 * The definition of the REST API: one path and method for each route of the table and no others, so that API Gateway
 * itself refuses unknown routes. There is no proxy resource, and no operation requires AWS credentials: the functions
 * read the API keys of this service.
 *
 * API Gateway ignores a trailing slash: it serves `/x/` by the resource `/x`. A route that ends in one shares the
 * operation of the route without it, and the function distinguishes the two by the path.
 *
 * See: API Gateway developer guide, OpenAPI extensions for API Gateway.
 */
export function gatewayDefinition({
  title,
  partition,
  region,
  address,
  served,
  consoleOrigin,
}: GatewayDefinitionProps): GatewayDefinition {
  const invokeApi = `arn:${partition}:apigateway:${region}:lambda:path`;
  const paths: Record<string, Record<string, GatewayOperation>> = {};
  for (const one of served.flatMap(servedMethods)) {
    const { name } = one;
    const method = one.method.toLowerCase();
    const path = one.route.path.replace(/(?<=.)\/$/, '');
    const operations = paths[path] ?? {};
    const operation = operationOf(one, path, invokeApi);
    const known = operations[method];
    if (known !== undefined && !sameIntegration(known, operation)) {
      throw new Error(`${known.operationId} and ${name} are one operation to API Gateway, and differ.`);
    }
    operations[method] = known ?? operation;
    paths[path] = operations;
  }
  return {
    openapi: '3.0.1',
    info: { title, description: 'Agent identity and messaging', version: '1' },
    paths: consoleOrigin === undefined ? paths : withPreflights(paths, consoleOrigin),
    'x-amazon-apigateway-gateway-responses': gatewayResponsesOf({ address, consoleOrigin }),
    'x-amazon-apigateway-minimum-compression-size': COMPRESS_FROM_BYTES,
    'x-amazon-apigateway-request-validators': REQUEST_VALIDATORS,
  };
}

/** Adds `OPTIONS` to each path that has none. A function that has one decides itself which pages may call it. */
function withPreflights(
  paths: Readonly<Record<string, Readonly<Record<string, GatewayOperation>>>>,
  origin: string,
): Record<string, Record<string, GatewayOperation | Preflight>> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => {
      const options = { ...parametersOf(path), ...preflightOperation(origin, Object.keys(operations)) };
      return [path, { options, ...operations }];
    }),
  );
}
