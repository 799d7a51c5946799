import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { ERRORS, type ErrorCode } from '#shared/domain/errors/errors.ts';
import type { Route } from '../route.ts';
import { errorsOf } from '../route-errors.ts';
import { protocolErrorSchema } from '../schemas/a2a-protocol-replies.ts';
import { errorBodySchema } from '../schemas/error.ts';
import { rpcReplySchema } from '../schemas/json-rpc.ts';
import { mcpReplySchema } from '../schemas/mcp.ts';
import { unavailableSchema } from '../schemas/system.ts';
import { headersOf } from './headers.ts';

interface Kind {
  readonly status: number | 'default';
  readonly name: string;
  readonly description: string;
  /** The codes that need not be listed. An operation that has others names them in `x-aid-errors`. */
  readonly codes: readonly ErrorCode[];
}

/** The errors that are described individually. */
const KINDS: readonly Kind[] = [
  {
    status: 404,
    name: 'NotFound',
    description: 'It does not exist, or belongs to someone else: `resource.not_found`.',
    codes: ['resource.not_found'],
  },
  {
    status: 409,
    name: 'Conflict',
    description: 'The current state does not allow it: `idempotency.conflict`, or a code of `x-aid-errors`.',
    codes: ['idempotency.conflict'],
  },
  {
    status: 429,
    name: 'RateLimited',
    description: 'Too many requests: `rate_limit.exceeded`, or a code of `x-aid-errors`.',
    codes: ['rate_limit.exceeded'],
  },
  {
    status: 503,
    name: 'NotReady',
    description: 'The database does not respond: `service.unavailable`.',
    codes: ['service.unavailable'],
  },
];

/**
 * Every other error of the service or the gateway. Nearly every operation can return nearly all of them, so the
 * introduction lists them once.
 */
const OTHERS: Kind = {
  status: 'default',
  // Not `Error`: generators for Go keep the types of schemas and of responses in one name space.
  name: 'Failure',
  description: 'Any other error: one of `x-aid-errors` or of the introduction.',
  codes: [
    'validation.failed',
    'auth.unauthorized',
    'auth.forbidden',
    'identity.suspended',
    'payload.too_large',
    'payload.unsupported_type',
    'internal.error',
  ],
};

/** The errors of `default`, as the introduction lists them. */
export const OTHER_ERRORS = OTHERS.codes.map((code) => `${ERRORS[code].status} \`${code}\``).join(', ');

/** A response, its status and names for its component, the best one first. */
export interface NamedResponse {
  readonly status: number | 'default';
  readonly names: readonly string[];
  readonly response: ZodOpenApiResponseObject;
}

/** Every error response of an operation. */
export function errorResponses(route: Route): NamedResponse[] {
  const statuses = new Set<number | string>(errorsOf(route).map((code) => ERRORS[code].status));
  return [...KINDS.filter(({ status }) => statuses.has(status)), OTHERS].map((kind) => ({
    status: kind.status,
    names: namesOf(route, kind),
    response: responseOf(route, kind),
  }));
}

function responseOf(route: Route, { status, description }: Kind): ZodOpenApiResponseObject {
  const headers = headersOf(route, status);
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: contentOf(route, status),
  };
}

/** The codes of an operation that must be listed. */
export function ownErrors(route: Route): ErrorCode[] {
  const usual = new Set([OTHERS, ...KINDS].flatMap(({ codes }) => codes));
  return errorsOf(route).filter((code) => !usual.has(code));
}

/** The two formats of an error over JSON-RPC: errors at the HTTP level use the service's own. */
const RPC_ERRORS = {
  'json-rpc': z.union([errorBodySchema, rpcReplySchema]),
  mcp: z.union([errorBodySchema, mcpReplySchema]),
} as const;

const OURS = { 'application/json': { schema: errorBodySchema } };
const PROTOCOL = { 'application/a2a+json': { schema: protocolErrorSchema } };

/**
 * The bodies of an error. The bindings of the A2A protocol use the protocol's formats, except for 401, 403 and refusals
 * by the gateway. An unreachable agent over JSON-RPC is a 404 like any other.
 */
function contentOf({ protocol }: Route, status: number | 'default'): ZodOpenApiResponseObject['content'] {
  if (status === 503) return { 'application/json': { schema: unavailableSchema } };
  if (protocol === 'http+json') return status === 404 ? PROTOCOL : { ...OURS, ...PROTOCOL };
  if (protocol !== undefined && status !== 404) return { 'application/json': { schema: RPC_ERRORS[protocol] } };
  return OURS;
}

const PREFIX = { 'http+json': 'A2a', 'json-rpc': 'JsonRpc', mcp: 'Mcp' } as const;

function namesOf(route: Route, { name }: Kind): string[] {
  return route.protocol === undefined ? [name] : [name, `${PREFIX[route.protocol]}${name}`];
}
