import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse } from './http.ts';

/**
 * Makes a public answer one that caches may keep, and answers 304 where the caller's copy is still good. Errors stay
 * what they are.
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

function matches(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  if (given.trim() === '*') return true;
  return given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
