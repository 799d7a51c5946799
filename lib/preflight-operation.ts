import { PREFLIGHT_SECONDS, SENDABLE_HEADERS } from '#shared/domain/http/cross-origin.ts';

/** The operation of API Gateway that replies to a browser without a function. */
export interface PreflightOperation {
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers: Readonly<Record<string, { readonly schema: { readonly type: 'string' } }>>;
      }
    >
  >;
  readonly 'x-amazon-apigateway-integration': {
    readonly type: 'mock';
    /** Any other content type than the one that is assumed where there is none gets 415. */
    readonly passthroughBehavior: 'never';
    readonly requestTemplates: Readonly<Record<string, string>>;
    readonly responses: Readonly<
      Record<string, { readonly statusCode: string; readonly responseParameters: Readonly<Record<string, string>> }>
    >;
  };
}

/**
 * Lets a page of one origin send these methods to a path (`OPTIONS`). No credentials are allowed: the page sends its
 * key itself.
 *
 * See: WHATWG Fetch, CORS-preflight request; API Gateway developer guide, CORS for REST APIs.
 */
export function preflightOperation(origin: string, methods: readonly string[]): PreflightOperation {
  const headers = {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods.map((method) => method.toUpperCase()).join(', '),
    'Access-Control-Allow-Headers': SENDABLE_HEADERS,
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
  };
  const names = Object.keys(headers);
  return {
    responses: {
      204: {
        description: 'What the page may send',
        headers: Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      requestTemplates: { 'application/json': '{"statusCode":204}' },
      responses: {
        default: {
          statusCode: '204',
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, `'${value}'`]),
          ),
        },
      },
    },
  };
}
