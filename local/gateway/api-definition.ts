import { createHash } from 'node:crypto';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import { type GatewayResponse, type GatewayResponseDefinition, gatewayResponses } from './gateway-response.ts';
import { type RequestValidators, requiredHeadersOf } from './required-headers.ts';

interface Method {
  readonly httpMethod: string;
  /** The resource path with its parameters in braces: `/v1/identities/{id}`. */
  readonly resourcePath: string;
  readonly resourceId: string;
}

/** A method that a function serves. */
export interface FunctionMethod extends Method {
  readonly kind: 'function';
  readonly functionArn: string;
  readonly streamed: boolean;
  readonly timeoutMs: number;
  /** The headers without which the request validator refuses a request, in lower case. */
  readonly requiredHeaders: readonly string[];
}

/** A method that always has the same response (mock integration). */
interface FixedMethod extends Method {
  readonly kind: 'fixed';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One method of the REST API. */
export type ApiMethod = FunctionMethod | FixedMethod;

/** A REST API of the templates. */
export interface ApiDefinition {
  readonly apiId: string;
  readonly stage: string;
  readonly methods: readonly ApiMethod[];
  readonly responses: ReadonlyMap<string, GatewayResponse>;
  /** Media types that pass as bytes, in base64. */
  readonly binaryMediaTypes: readonly string[];
  /** The size in bytes from which responses are compressed when a client asks for it; absent where they never are. */
  readonly minimumCompressionBytes: number | undefined;
  /** The access log of its stage: the log group, and the line for each request. */
  readonly accessLog: { readonly group: string; readonly format: string } | undefined;
}

interface Integration {
  readonly type?: string;
  readonly httpMethod?: string;
  readonly uri?: string;
  readonly responseTransferMode?: string;
  readonly timeoutInMillis?: number;
  readonly responses?: Readonly<
    Record<string, { readonly statusCode: string; readonly responseParameters?: Readonly<Record<string, string>> }>
  >;
}

/** The emulated part of the OpenAPI document that API Gateway imports. */
interface OpenApiBody {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly 'x-amazon-apigateway-gateway-responses'?: Readonly<Record<string, GatewayResponseDefinition>>;
  readonly 'x-amazon-apigateway-binary-media-types'?: readonly string[];
  readonly 'x-amazon-apigateway-minimum-compression-size'?: number;
  readonly 'x-amazon-apigateway-request-validators'?: RequestValidators;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);

/** Every method that the path has no operation for. Source: API Gateway developer guide, OpenAPI extensions. */
const ANY_METHOD = 'x-amazon-apigateway-any-method';

/** Source: API Gateway quotas, integration timeout of a regional API. */
const DEFAULT_TIMEOUT_MS = 29_000;

/** Replaces the addresses in the templates that were not known at synthesis. */
type Substitute = (value: string) => string;

/** The REST APIs of the templates, in their order. */
export function apiDefinitions(
  assembly: Assembly,
  substitute: Substitute = (value) => value,
): readonly ApiDefinition[] {
  const stages = assembly.resources('AWS::ApiGateway::Stage');
  return assembly.resources('AWS::ApiGateway::RestApi').map((api) =>
    definitionOf(
      api,
      stages.find(({ properties }) => properties.RestApiId === api.ref),
      substitute,
    ),
  );
}

function definitionOf(api: Resource, stage: Resource | undefined, substitute: Substitute): ApiDefinition {
  const body = api.properties.Body as OpenApiBody | undefined;
  if (body === undefined) throw new Error(`REST API ${api.logicalId} has no definition in its body`);
  const more = { substitute, validators: body['x-amazon-apigateway-request-validators'] ?? {} };
  return {
    apiId: api.ref,
    stage: stage?.ref ?? 'local',
    methods: Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => methodOf(method, path, operation, more)),
    ),
    responses: gatewayResponses(body['x-amazon-apigateway-gateway-responses'] ?? {}, substitute),
    binaryMediaTypes: body['x-amazon-apigateway-binary-media-types'] ?? [],
    minimumCompressionBytes: body['x-amazon-apigateway-minimum-compression-size'],
    accessLog: accessLogOf(stage),
  };
}

function accessLogOf(stage: Resource | undefined): ApiDefinition['accessLog'] {
  const { DestinationArn, Format } = (stage?.properties.AccessLogSetting ?? {}) as Readonly<Record<string, string>>;
  const group = /:log-group:([^:]+)/.exec(DestinationArn ?? '')?.[1];
  return group === undefined || Format === undefined ? undefined : { group, format: Format };
}

/** What else the definition says about its operations. */
interface Definition {
  readonly substitute: Substitute;
  readonly validators: RequestValidators;
}

function methodOf(method: string, resourcePath: string, operation: unknown, definition: Definition): ApiMethod {
  const { substitute, validators } = definition;
  const where = `${method} ${resourcePath} of the REST API`;
  if (method !== ANY_METHOD && !METHODS.has(method))
    throw new Error(`${where} is not a method, and only methods are emulated`);
  const { 'x-amazon-apigateway-integration': integration = {} } = operation as Record<string, Integration | undefined>;
  const common = {
    httpMethod: method === ANY_METHOD ? 'ANY' : method.toUpperCase(),
    resourcePath,
    resourceId: idOf(resourcePath),
  };
  if (integration.type === 'mock')
    return { ...common, kind: 'fixed', ...fixedResponse(integration, where, substitute) };
  const { uri = '', responseTransferMode = 'BUFFERED', timeoutInMillis = DEFAULT_TIMEOUT_MS } = integration;
  const [, functionArn, invocation] = /\/functions\/([^/]+)\/([a-z-]+)$/.exec(uri) ?? [];
  if (functionArn === undefined || integration.type !== 'aws_proxy' || integration.httpMethod !== 'POST') {
    throw new Error(`${where} is not a Lambda proxy, and no other integration is emulated`);
  }
  const streamed = responseTransferMode === 'STREAM';
  if (invocation !== (streamed ? 'response-streaming-invocations' : 'invocations')) {
    throw new Error(`${where} has the transfer mode ${responseTransferMode}, and its function is asked for another`);
  }
  const requiredHeaders = requiredHeadersOf(operation, validators);
  return { ...common, kind: 'function', functionArn, streamed, timeoutMs: timeoutInMillis, requiredHeaders };
}

const RESPONSE_HEADER = 'method.response.header.';

/** The response of a mock integration. Its headers are quoted texts. */
function fixedResponse({ responses = {} }: Integration, where: string, substitute: Substitute) {
  const { statusCode, responseParameters = {} } = responses.default ?? {};
  const headers = Object.entries(responseParameters).map(([name, value]): [string, string] => {
    const text = /^'(.*)'$/s.exec(value)?.[1];
    if (text === undefined || !name.startsWith(RESPONSE_HEADER)) throw new Error(`${where} maps ${name} to no text`);
    return [name.slice(RESPONSE_HEADER.length).toLowerCase(), substitute(text)];
  });
  if (statusCode === undefined) throw new Error(`${where} has no default response`);
  return { status: Number(statusCode), headers: Object.fromEntries(headers) };
}

/** A resource id of API Gateway's form, the same at every start. */
function idOf(resourcePath: string): string {
  return createHash('sha256').update(resourcePath).digest('hex').slice(0, 6);
}
