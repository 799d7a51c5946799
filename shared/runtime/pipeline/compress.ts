import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { COMPRESS_FROM_BYTES } from '#shared/domain/http/compression.ts';

/** The headers of a compressed response. */
const ENCODED = { 'content-encoding': 'gzip' } as const;

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
  return { bytes: await promisify(gzip)(bytes), headers: ENCODED };
}

/**
 * Compresses a stream of text if the caller asks for it, whatever its size, which is not known yet. Each piece can be
 * read as soon as it is sent (RFC 1951, section 3.2.4: an empty stored block ends what was compressed before it). The
 * source is read only as fast as the client reads, and closed when the client disconnects.
 */
export function compressStream(
  source: AsyncIterable<string>,
  acceptEncoding: string | undefined,
): { body: Readable; headers: Readonly<Record<string, string>> } {
  const body = Readable.from(source, { objectMode: false });
  if (!prefersGzip(acceptEncoding)) return { body, headers: {} };
  const encoder = createGzip({ flush: constants.Z_SYNC_FLUSH });
  // An error of the source is one of the encoder, which the one who reads it gets.
  return { body: pipeline(body, encoder, () => {}), headers: ENCODED };
}
