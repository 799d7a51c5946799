import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { SECOND } from '#shared/domain/time/time.ts';
import { REPLY_LIFETIME_MS } from '#shared/domain/tunnel/tunnel-limits.ts';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { isMissingObject } from '#shared/runtime/missing-object.ts';

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

/**
 * S3 encrypts a response under a key that it does not keep: a reader of the bucket cannot read the response. See: S3
 * user guide, Using server-side encryption with customer-provided keys (SSE-C).
 */
const ENCRYPTION = 'AES256';

let client: S3Client | undefined;

function bodyStoreClient(): S3Client {
  client ??= new S3Client({
    ...clientOptions({ maxAttempts: 3, requestMs: BODY_MS }),
    // Path-style URLs work with every bucket name and every S3-compatible server.
    forcePathStyle: true,
    // By default, the SDK signs the checksum of an empty body into the address of an upload.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
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

/**
 * An address to which the client can upload a body of exactly `size` bytes, once and soon, and the headers it sends.
 */
export async function uploadAddress(
  object: string,
  { size, key }: { size: number; key: Uint8Array },
): Promise<{ url: string; headers: Record<string, string> }> {
  const command = new PutObjectCommand({
    Bucket: bucket(),
    Key: object,
    ContentLength: size,
    IfNoneMatch: '*',
    ...encryptedWith(key),
  });
  const headers = { 'if-none-match': '*', ...encryptionHeaders(key) };
  const signed = new Set(['content-length', ...Object.keys(headers)]);
  const url = await getSignedUrl(bodyStoreClient(), command, {
    expiresIn: REPLY_LIFETIME_MS / SECOND,
    signableHeaders: signed,
    unhoistableHeaders: signed,
  });
  return { url, headers };
}

/** The body that a client has uploaded, in pieces; `undefined` if there is none. */
export async function readResponseBody(
  object: string,
  key: Uint8Array,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const command = new GetObjectCommand({ Bucket: bucket(), Key: object, ...encryptedWith(key) });
    const { Body } = await bodyStoreClient().send(command);
    return Body as AsyncIterable<Uint8Array> | undefined;
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

/** The SDK adds the MD5 of the key. */
function encryptedWith(key: Uint8Array) {
  return { SSECustomerAlgorithm: ENCRYPTION, SSECustomerKey: Buffer.from(key).toString('base64') };
}

/** The same as the headers that a client has to send. */
function encryptionHeaders(key: Uint8Array): Record<string, string> {
  return {
    'x-amz-server-side-encryption-customer-algorithm': ENCRYPTION,
    'x-amz-server-side-encryption-customer-key': Buffer.from(key).toString('base64'),
    'x-amz-server-side-encryption-customer-key-md5': createHash('md5').update(key).digest('base64'),
  };
}
