import type { Route } from '#shared/contract/route.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import type { Actor } from './actor.ts';
import type { HttpRequest } from './http.ts';
import { type ParsedRequest, parseRequest } from './parse.ts';

/** What an agent key may write in place of the id of its own identity. */
export const OWN_IDENTITY = 'me';

/** The field of queries and bodies that names an identity. */
const FIELD = 'identity_id';

/**
 * Replaces `me` by the id of the caller's identity where the path or the query names an identity. Throws 400 for an org
 * key, which has none. A request without an actor is unchanged: there, `me` is an unknown id.
 *
 * See: docs/contract/identities.md#me.
 */
export function nameOwnIdentity(route: Route, actor: Actor | null, request: HttpRequest): HttpRequest {
  if (actor === null) return request;
  const { params, query } = request;
  const namesInPath = route.path.startsWith('/v1/identities/{id}') && params.id === OWN_IDENTITY;
  const values = query[FIELD];
  const namesInQuery = values?.length === 1 && values[0] === OWN_IDENTITY;
  return {
    ...request,
    ...(namesInPath && { params: { ...params, id: ownId(actor, 'id') } }),
    ...(namesInQuery && { query: { ...query, [FIELD]: [ownId(actor, FIELD)] } }),
  };
}

/** Parses a request as `parseRequest` does, and replaces `me` in its body. */
export function parseNamingOwnIdentity(route: Route, actor: Actor | null, request: HttpRequest): ParsedRequest {
  const parsed = parseRequest(route, request);
  const body = parsed.input.body as Readonly<Record<string, unknown>> | undefined;
  if (actor === null || body?.[FIELD] !== OWN_IDENTITY) return parsed;
  return { ...parsed, input: { ...parsed.input, body: { ...body, [FIELD]: ownId(actor, FIELD) } } };
}

function ownId(actor: Actor, field: string): string {
  if (actor.kind === 'agent') return actor.identity.id;
  throw invalid(field, `the id of an identity (${OWN_IDENTITY} is the identity of an agent key)`);
}
