import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { COMPRESS_FROM_BYTES } from '#shared/domain/http/compression.ts';

/** Whether the header `accept-encoding` prefers gzip to an uncompressed response. See: RFC 9110, section 12.5.3. */
export function prefersGzip(acceptEncoding: string | undefined): boolean {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  return acceptEncoding !== undefined && negotiator.encoding(['gzip', 'identity']) === 'gzip';
}

/**
 * Compresses a body if the caller asks for it and it is large enough. The headers of the encoding are empty otherwise.
 * Only for streamed integrations: what API Gateway buffers it compresses itself.
 *
 * See: API Gateway developer guide, Response transfer mode (content encoding);
 * docs/decisions/0016-requests.md#compressed-responses.
 */
export async function compress(
  body: string,
  acceptEncoding: string | undefined,
): Promise<{ bytes: Uint8Array; headers: Readonly<Record<string, string>> }> {
  const bytes = Buffer.from(body);
  if (bytes.length < COMPRESS_FROM_BYTES || !prefersGzip(acceptEncoding)) return { bytes, headers: {} };
  return { bytes: await promisify(gzip)(bytes), headers: { 'content-encoding': 'gzip' } };
}
