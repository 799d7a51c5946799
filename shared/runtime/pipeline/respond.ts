import { descriptionLinks, needsDescriptionLinks } from '#shared/contract/description-links.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { HttpRequest, HttpResponse, TextBody } from './http.ts';

/** Responses hold secrets and live data: caches must not store them, and browsers must not guess their type. */
const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** A response with a JSON body, or without a body. */
export function respond(status: number, body: unknown, headers: Record<string, string>): HttpResponse {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  return { status, headers: { ...ALWAYS, ...type, ...headers }, body };
}

/** A response with a text. */
export function respondText(
  status: number,
  { type, text }: TextBody,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  return {
    status,
    headers: { ...ALWAYS, 'content-type': `${type}; charset=utf-8`, ...headers },
    body: undefined,
    text,
  };
}

/**
 * Tells an unauthenticated caller how to authenticate, and a caller with a credential that is too limited which scopes
 * it needs.
 *
 * See: RFC 9110, section 15.5.2; RFC 6750, sections 3 and 3.1.
 */
function challengeOf({ status, neededScopes }: AppError): Record<string, string> {
  if (neededScopes !== undefined) {
    return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${neededScopes.join(' ')}"` };
  }
  return status === 401 ? { 'www-authenticate': 'Bearer' } : {};
}

/**
 * Converts an error to the body that the contract specifies. Unknown errors become `internal.error`, without detail.
 * `headers` may have a `www-authenticate` that says more.
 */
export function respondError(
  error: unknown,
  { requestId, baseUrl }: Pick<HttpRequest, 'requestId' | 'baseUrl'>,
  headers: Record<string, string>,
): HttpResponse {
  const known = error instanceof AppError ? error : new AppError('internal.error');
  const retryAfter: Record<string, string> =
    known.retryAfterSeconds === undefined ? {} : { 'retry-after': String(known.retryAfterSeconds) };
  const links: Record<string, string> = needsDescriptionLinks(known.code) ? { link: descriptionLinks(baseUrl) } : {};
  const body = { ...known.extraFields, ...known.toBody(requestId) };
  return respond(known.status, body, { ...challengeOf(known), ...headers, ...retryAfter, ...links });
}
