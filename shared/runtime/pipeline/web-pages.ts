import type { Route } from '#shared/contract/route.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { PREFLIGHT_SECONDS, READABLE_HEADERS } from '#shared/domain/http/cross-origin.ts';
import { readEnv } from '../env.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { respond } from './respond.ts';

type Asked = Pick<HttpRequest, 'headers' | 'baseUrl'>;

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
 * A route without `webPages` has one such origin, if the stage serves the console: then every response names it, as
 * those of API Gateway itself do, so that responses do not vary and may be cached.
 *
 * See: WHATWG Fetch, CORS protocol; docs/decisions/0059-the-console.md#on-aws.
 */
export function crossOriginHeaders({ webPages }: Pick<Route, 'webPages'>, request: Asked): Record<string, string> {
  if (webPages !== true) return readableBy(readEnv('CONSOLE_ORIGIN').CONSOLE_ORIGIN);
  return { vary: 'origin', ...readableBy(isAllowedOrigin(request) ? request.headers.origin : undefined) };
}

function readableBy(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE_HEADERS };
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

function isAllowedOrigin({ headers: { origin } }: Asked): boolean {
  return origin !== undefined && readEnv('MCP_ORIGINS').MCP_ORIGINS.includes(origin);
}
