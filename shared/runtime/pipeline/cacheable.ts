import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse } from './http.ts';

/**
 * Makes a public response cacheable, and turns it into a 304 if the caller's copy is current. Errors stay unchanged.
 *
 * See: RFC 9110, sections 8.8.3 and 13.1.2 (weak comparison); RFC 9111; A2A v1.0, section 8.6.
 */
export function cacheable(response: HttpResponse, request: HttpRequest, seconds: number): HttpResponse {
  if (response.status !== 200) return response;
  const digest = createHash('sha256').update(JSON.stringify(response.body)).digest('base64url');
  const etag = `"${digest.slice(0, 27)}"`;
  const headers = { ...response.headers, etag, 'cache-control': `public, max-age=${seconds}` };
  if (!matches(request.headers['if-none-match'], etag)) return { ...response, headers };
  const { 'content-type': _, ...rest } = headers as Record<string, string>;
  return { status: 304, headers: rest, body: undefined };
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
