import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../domain/errors.ts';
import type { Auth, Route } from './route.ts';
import { errorsOf } from './route-errors.ts';
import { errorBodySchema } from './schemas/error.ts';
import { ROUTES } from './table.ts';

/**
 * The machine-readable description, generated from the route table: every route, schema and error.
 *
 * Rule: specification, Health and description; OpenAPI 3.1.
 */
const SECURITY: Record<Auth, Record<string, string[]>[]> = {
  none: [],
  org: [{ orgKey: [] }],
  agent: [{ agentKey: [] }],
  either: [{ orgKey: [] }, { agentKey: [] }],
  own: [{ orgKey: [] }, { agentKey: [] }],
};

const TAGS: Record<Route['group'], string> = {
  system: 'Health and description',
  accounts: 'Account and keys',
  auth: 'Account and keys',
  identities: 'Identities',
  mail: 'Mail',
  contacts: 'Contacts',
  domains: 'Domains and mailboxes',
  'provider-accounts': 'Provider accounts',
  'inbound-mail': 'Mail',
  a2a: 'A2A',
  'a2a-protocol': 'A2A protocol',
  events: 'Events',
  wait: 'Events',
  webhooks: 'Webhooks',
};

const requestIdHeader = z.string().meta({ description: 'Equals `error.request_id` of an error.' });
const rateHeaders = {
  'ratelimit-limit': z.int().meta({ description: 'Requests in this calendar minute.' }),
  'ratelimit-remaining': z.int().meta({ description: 'Requests left.' }),
  'ratelimit-reset': z.int().meta({ description: 'Seconds until the minute ends.' }),
};

function headersOf(route: Route, status: number) {
  return z.object({
    'x-request-id': requestIdHeader,
    ...(route.budget === 'none' ? {} : rateHeaders),
    ...(route.cacheSeconds === undefined || status >= 400
      ? {}
      : { etag: z.string().meta({ description: 'Changes when the answer does.' }) }),
    ...(status === 429 ? { 'retry-after': z.int().meta({ description: 'Seconds to wait.' }) } : {}),
    ...(route.idempotent && status < 300
      ? {
          'idempotency-replayed': z
            .literal('true')
            .optional()
            .meta({ description: 'The stored reply of an earlier request.' }),
        }
      : {}),
  });
}

function errorResponses(route: Route): ZodOpenApiOperationObject['responses'] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status) as '400',
        {
          description: codes.map((code) => `\`${code}\``).join(', '),
          headers: headersOf(route, status),
          content: {
            'application/json': {
              schema: errorBodySchema,
              examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
            },
          },
        },
      ]),
  );
}

function exampleError(code: ErrorCode) {
  const { message, retryable } = ERRORS[code];
  return { error: { code, message, request_id: '4f6b0d0e-6f0c-4a7e-9f0a-2c8d1b7e5a31', retryable } };
}

/** Without an API key at least 16 characters: what is shown again must not be had by guessing. */
const idempotencyHeader = ({ auth }: Route) => ({
  'idempotency-key': z
    .string()
    .min(auth === 'none' ? 16 : 1)
    .max(255)
    .optional()
    .meta({ description: 'The same key with the same body answers the first result again for 24 hours.' }),
});

function headersIn(route: Route): { header?: z.ZodObject } {
  const { idempotent, signed } = route;
  if (!idempotent && signed === undefined) return {};
  return { header: z.object({ ...(idempotent ? idempotencyHeader(route) : {}), ...signed?.headers.shape }) };
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [TAGS[route.group]],
    security: SECURITY[route.auth],
    requestParams: {
      ...(route.params === undefined ? {} : { path: route.params }),
      ...(route.query === undefined ? {} : { query: route.query }),
      ...headersIn(route),
    },
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.bodyOptional !== true,
            content: Object.fromEntries(
              Object.entries({ 'application/json': route.body, ...route.signed?.forms }).map(([type, schema]) => [
                type,
                { schema },
              ]),
            ),
          },
        }),
    responses: {
      [String(route.status) as '200']: {
        description: route.onceOnlySecret ? 'Holds a secret that is shown once.' : 'Done.',
        headers: headersOf(route, route.status),
        ...(route.reply === undefined ? {} : { content: { 'application/json': { schema: route.reply } } }),
      },
      ...(route.repeatStatus === undefined
        ? {}
        : {
            [String(route.repeatStatus) as '200']: {
              description: 'The same was asked for before: as it is now.',
              headers: headersOf(route, route.repeatStatus),
              ...(route.reply === undefined ? {} : { content: { 'application/json': { schema: route.reply } } }),
            },
          }),
      ...(route.cacheSeconds === undefined
        ? {}
        : { '304': { description: 'As the `If-None-Match` of the request says.', headers: headersOf(route, 304) } }),
      ...errorResponses(route),
    },
  };
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

type Document = ReturnType<typeof createDocument> & Record<string, unknown>;

const documents = new Map<string, Document>();

/** The document for one address; made once a process. */
export function openApiDocument(baseUrl: string): Document {
  const known = documents.get(baseUrl);
  if (known !== undefined) return known;
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Agent identity and messaging service',
      version: '1.0.0',
      description:
        'Identities, mail and an event log for software agents. Errors: read `error.code`, honour `error.retryable`.',
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(Object.values(TAGS))].map((name) => ({ name })),
    paths: pathsOf(ROUTES),
    components: {
      examples: Object.fromEntries(ERROR_CODES.map((code) => [code, { value: exampleError(code) }])),
      securitySchemes: {
        orgKey: { type: 'http', scheme: 'bearer', bearerFormat: 'aid_org_…', description: 'Acts as the organization.' },
        agentKey: { type: 'http', scheme: 'bearer', bearerFormat: 'aid_agt_…', description: 'Acts as one agent.' },
      },
    },
  });
  documents.set(baseUrl, document as Document);
  return document as Document;
}
