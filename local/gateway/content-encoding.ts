import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

const CODINGS = { gzip: promisify(gzip), deflate: promisify(deflate) } as const;

/**
 * Compresses the body of a buffered response as API Gateway does: if the API has a minimum size and the body reaches
 * it, the request names a coding that API Gateway has, and the function has not encoded the body itself.
 *
 * Source: API Gateway developer guide, Receive an API response with a compressed payload.
 */
export async function encodeContent(
  bytes: Buffer,
  headers: Readonly<Record<string, unknown>>,
  { acceptEncoding, minimumBytes }: { acceptEncoding: string | undefined; minimumBytes: number | undefined },
): Promise<{ bytes: Buffer; coding: string | undefined }> {
  const isEncoded = Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding');
  const unchanged = { bytes, coding: undefined };
  if (minimumBytes === undefined || bytes.length < minimumBytes || isEncoded) return unchanged;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding?.replaceAll('*', '') } });
  const coding = negotiator.encoding([...Object.keys(CODINGS), 'identity']);
  if (coding !== 'gzip' && coding !== 'deflate') return unchanged;
  return { bytes: await CODINGS[coding](bytes), coding };
}
