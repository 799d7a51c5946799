import type { ServerResponse } from 'node:http';

/** The error responses that API Gateway makes itself. Source: API Gateway developer guide, Gateway response types. */
export type GatewayResponseType =
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'BAD_REQUEST_PARAMETERS'
  | 'REQUEST_TOO_LARGE'
  | 'INTEGRATION_TIMEOUT'
  | 'INTEGRATION_FAILURE'
  | 'DEFAULT_4XX'
  | 'DEFAULT_5XX';

export interface GatewayResponse {
  readonly statusCode: number | undefined;
  /** Header name to a quoted literal or a context variable. */
  readonly headers: Readonly<Record<string, string>>;
  readonly template: string | undefined;
}

/** One entry of `x-amazon-apigateway-gateway-responses`. */
export interface GatewayResponseDefinition {
  readonly statusCode?: string;
  readonly responseParameters?: Readonly<Record<string, string>>;
  readonly responseTemplates?: Readonly<Record<string, string>>;
}

interface Default {
  readonly status: number;
  readonly message: string;
}

const DEFAULTS: Readonly<Record<GatewayResponseType, Default>> = {
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  BAD_REQUEST_PARAMETERS: { status: 400, message: 'Bad Request' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  INTEGRATION_FAILURE: { status: 504, message: 'Internal server error' },
  DEFAULT_4XX: { status: 400, message: 'Bad Request' },
  DEFAULT_5XX: { status: 502, message: 'Internal server error' },
};

const HEADER_PREFIX = 'gatewayresponse.header.';

/** The gateway responses of an API, by response type. `substitute` completes the values of their headers. */
export function gatewayResponses(
  definitions: Readonly<Record<string, GatewayResponseDefinition>>,
  substitute: (value: string) => string,
): ReadonlyMap<string, GatewayResponse> {
  return new Map(
    Object.entries(definitions).map(([type, definition]) => [type, gatewayResponse(definition, substitute)]),
  );
}

function gatewayResponse(
  definition: GatewayResponseDefinition,
  substitute: (value: string) => string,
): GatewayResponse {
  const { statusCode, responseParameters = {}, responseTemplates = {} } = definition;
  return {
    statusCode: statusCode === undefined ? undefined : Number(statusCode),
    headers: Object.fromEntries(
      Object.entries(responseParameters)
        .filter(([name]) => name.startsWith(HEADER_PREFIX))
        .map(([name, value]) => [name.slice(HEADER_PREFIX.length), substitute(value)]),
    ),
    template: responseTemplates['application/json'],
  };
}

/** Responds with the template's response for `type`, or the default one of its class, or API Gateway's own. */
export function respondByGateway(
  response: ServerResponse,
  responses: ReadonlyMap<string, GatewayResponse>,
  type: GatewayResponseType,
  requestId: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, message } = DEFAULTS[type];
  const found = responses.get(type) ?? responses.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const context: Readonly<Record<string, string>> = {
    requestId,
    extendedRequestId: requestId,
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
  };
  const template = found?.template ?? '{"message":$context.error.messageString}';
  const body = template.replace(/\$context\.([\w.]+)/g, (whole, name: string) => context[name] ?? whole);
  for (const [name, value] of Object.entries(found?.headers ?? {})) {
    response.setHeader(name, literalOf(value) ?? context[value.replace(/^context\./, '')] ?? '');
  }
  response
    .writeHead(found?.statusCode ?? status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-amzn-requestid': requestId,
      'x-amzn-errortype': type,
    })
    .end(body);
}

function literalOf(value: string): string | undefined {
  return /^'(.*)'$/s.exec(value)?.[1];
}
