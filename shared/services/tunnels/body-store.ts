import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { SECOND } from '../../domain/time.ts';
import { REPLY_LIFETIME_MS } from '../../domain/tunnel/tunnel-limits.ts';
import { clientOptions } from '../../runtime/client-options.ts';
import { readEnv } from '../../runtime/env.ts';
import { isMissingObject } from '../../runtime/missing-object.ts';

/**
 * Bodies that are too large for messages. The bucket deletes them after a day.
 *
 * See: docs/contract/tunnels.md#large-bodies.
 */

/** The object of a response's body. It belongs to one request of one tunnel. */
export function responseObject(tunnelId: string, requestId: string): string {
  return `responses/${tunnelId}/${requestId}`;
}

function requestObject(tunnelId: string, requestId: string): string {
  return `requests/${tunnelId}/${requestId}`;
}

/** How long a transfer of a body of the largest size may take. */
const BODY_MS = 10 * SECOND;

let client: S3Client | undefined;

function bodyStoreClient(): S3Client {
  // Path-style URLs work with every bucket name and every S3-compatible server.
  client ??= new S3Client({ ...clientOptions({ maxAttempts: 3, requestMs: BODY_MS }), forcePathStyle: true });
  return client;
}

const bucket = () => readEnv('TUNNEL_BUCKET').TUNNEL_BUCKET;

/** Stores the body of a request, and returns an address from which the client can download it. */
export async function storeRequestBody(tunnelId: string, requestId: string, body: Uint8Array): Promise<string> {
  const Key = requestObject(tunnelId, requestId);
  await bodyStoreClient().send(new PutObjectCommand({ Bucket: bucket(), Key, Body: body }));
  return getSignedUrl(bodyStoreClient(), new GetObjectCommand({ Bucket: bucket(), Key }), {
    expiresIn: REPLY_LIFETIME_MS / SECOND,
  });
}

/** An address to which the client can upload a body of exactly `size` bytes, once and soon. */
export async function uploadAddress(
  tunnelId: string,
  requestId: string,
  size: number,
): Promise<{ url: string; headers: Record<string, string> }> {
  const command = new PutObjectCommand({
    Bucket: bucket(),
    Key: responseObject(tunnelId, requestId),
    ContentLength: size,
    IfNoneMatch: '*',
  });
  const signed = new Set(['content-length', 'if-none-match']);
  const url = await getSignedUrl(bodyStoreClient(), command, {
    expiresIn: REPLY_LIFETIME_MS / SECOND,
    signableHeaders: signed,
    unhoistableHeaders: signed,
  });
  return { url, headers: { 'if-none-match': '*' } };
}

/** The body that a client has uploaded, in pieces; `undefined` if there is none. */
export async function readResponseBody(object: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const { Body } = await bodyStoreClient().send(new GetObjectCommand({ Bucket: bucket(), Key: object }));
    return Body as AsyncIterable<Uint8Array> | undefined;
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}
