import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse } from './http.ts';

/**
 * Makes a public response cacheable, and turns it into a 304 if the caller's copy is current. Errors stay unchanged.
 * The tag is a weak one, and the response varies by the coding, because the same body may be sent compressed. Where web
 * pages of several origins may read it, it varies by the origin too.
 *
 * See: RFC 9110, sections 8.8.3 and 13.1.2 (weak comparison); RFC 9111; A2A v1.0, section 8.6.
 */
export function cacheable(response: HttpResponse, request: HttpRequest, seconds: number): HttpResponse {
  if (response.status !== 200) return response;
  const digest = createHash('sha256').update(JSON.stringify(response.body)).digest('base64url');
  const tag = `"${digest.slice(0, 27)}"`;
  const headers = {
    ...response.headers,
    etag: `W/${tag}`,
    'cache-control': `public, max-age=${seconds}`,
    vary: [response.headers.vary, 'accept-encoding'].filter((name) => name !== undefined).join(', '),
  };
  if (!isCurrent(request.headers['if-none-match'], tag)) return { ...response, headers };
  const { 'content-type': _, ...rest } = headers as Record<string, string>;
  return { status: 304, headers: rest, body: undefined };
}

/** Whether a copy of the caller has this tag, weak or not. See: RFC 9110, section 13.1.2 (weak comparison). */
export function isCurrent(ifNoneMatch: string | undefined, wanted: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === wanted);
}
