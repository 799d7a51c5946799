import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isCurrent } from '#shared/runtime/pipeline/cacheable.ts';
import { prefersGzip } from '#shared/runtime/pipeline/compress.ts';
import type { ConsoleFile } from './console-files.ts';

/** What the console is made of, and where its page may connect to. */
export interface ConsoleSite {
  readonly files: ReadonlyMap<string, ConsoleFile>;
  /** The value of `content-security-policy`. */
  readonly policy: string;
}

type Request = Pick<APIGatewayProxyEventV2, 'rawPath' | 'headers'> & {
  readonly requestContext: { readonly http: { readonly method: string } };
};

/** One year, which is the usual length. See: RFC 6797, section 6.1.1. */
const HSTS = 'max-age=31536000';

/**
 * The response to one request. Every response has the headers that protect the page. A browser keeps the files and asks
 * each time whether they are current, so that it never runs an old script against a new API.
 *
 * See: docs/decisions/0059-the-console.md#on-aws.
 */
export function respond(
  { rawPath, headers, requestContext: { http } }: Request,
  { files, policy }: ConsoleSite,
): APIGatewayProxyStructuredResultV2 {
  const secured = {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': HSTS,
    'x-content-type-options': 'nosniff',
  };
  const refuse = (statusCode: number, text: string, more = {}) => ({
    statusCode,
    headers: { ...secured, ...more, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
    body: http.method === 'HEAD' ? '' : text,
  });
  if (http.method !== 'GET' && http.method !== 'HEAD') {
    return refuse(405, 'The console is read with GET and HEAD.\n', { allow: 'GET, HEAD' });
  }
  const file = files.get(rawPath);
  if (file === undefined) return refuse(404, 'The console has no such page.\n');

  const { type, etag, plain, gzip } = file;
  // A weak tag, because both forms have it. See: RFC 9110, section 8.8.1.
  const kept = { ...secured, etag: `W/${etag}`, 'cache-control': 'no-cache', vary: 'accept-encoding' };
  if (isCurrent(headers['if-none-match'], etag)) return { statusCode: 304, headers: kept, body: '' };
  const compressed = prefersGzip(headers['accept-encoding']);
  return {
    statusCode: 200,
    headers: { ...kept, 'content-type': type, ...(compressed && { 'content-encoding': 'gzip' }) },
    body: http.method === 'HEAD' ? '' : (compressed ? gzip : plain).toString('base64'),
    isBase64Encoded: http.method !== 'HEAD',
  };
}
