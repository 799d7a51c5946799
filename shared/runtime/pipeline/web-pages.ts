import { AppError } from '#shared/domain/errors.ts';
import { readEnv } from '../env.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { respond } from './respond.ts';

type Asked = Pick<HttpRequest, 'headers' | 'baseUrl'>;

/** The headers of a response that a page of another origin may read. */
const EXPOSED = 'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, www-authenticate, x-request-id';

/** The longest time that a browser in use keeps the answer for. */
const PREFLIGHT_SECONDS = 7200;

/**
 * Refuses a request of a web page, unless the page is of this service or of an origin that the stage allows. Programs
 * send no `Origin`.
 *
 * See: MCP 2026-07-28, transports (DNS rebinding).
 */
export function requireKnownOrigin(request: Asked): void {
  if (isOfThisService(request) || isAllowedOrigin(request)) return;
  throw new AppError('auth.forbidden', 'Web pages of this origin may not call the MCP server: see AID_MCP_ORIGINS.');
}

/**
 * The headers by which a browser lets a page of an allowed origin read the response, an error as well. No credentials
 * are allowed: a page sends a key itself, and there is no cookie.
 *
 * See: WHATWG Fetch, CORS protocol.
 */
export function crossOriginHeaders(request: Asked): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !isAllowedOrigin(request)) return { vary: 'origin' };
  return { vary: 'origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
}

/**
 * The response to a browser that asks whether a page may send a request (`OPTIONS`), which it does without a key. An
 * allowed page may send any header, because MCP clients may put arguments into headers.
 *
 * See: WHATWG Fetch, CORS-preflight request.
 */
export function respondPreflight(
  request: Asked,
  { method }: { readonly method: string },
  headers: Record<string, string>,
): HttpResponse {
  requireKnownOrigin(request);
  const asked = request.headers['access-control-request-headers'];
  return respond(204, undefined, {
    ...headers,
    'access-control-allow-methods': method,
    ...(asked !== undefined && { 'access-control-allow-headers': asked }),
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  });
}

function isOfThisService({ headers: { origin }, baseUrl }: Asked): boolean {
  return origin === undefined || origin === new URL(baseUrl).origin;
}

function isAllowedOrigin({ headers: { origin = '' } }: Asked): boolean {
  return readEnv('MCP_ORIGINS').MCP_ORIGINS.includes(origin);
}
