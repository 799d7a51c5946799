import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../http/service-error.ts';

/** The header under which the store keeps the MD5 of the key that an object is encrypted under. */
export const CUSTOMER_KEY_MD5 = 'x-amz-server-side-encryption-customer-key-md5';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The encryption key in the headers of a call, or `undefined`. S3 encrypts under it and keeps only its MD5.
 *
 * Source: S3 user guide, Using server-side encryption with customer-provided keys (SSE-C).
 */
export function customerKeyOf({ headers }: IncomingMessage): { key: Buffer; md5: string } | undefined {
  const algorithm = headers['x-amz-server-side-encryption-customer-algorithm'];
  if (algorithm === undefined) return undefined;
  const key = Buffer.from(String(headers['x-amz-server-side-encryption-customer-key'] ?? ''), 'base64');
  const md5 = createHash('md5').update(key).digest('base64');
  if (algorithm !== 'AES256' || key.length !== 32 || headers[CUSTOMER_KEY_MD5] !== md5) {
    throw new ServiceError('InvalidArgument', 'The calculated MD5 hash of the key did not match the hash.', 400);
  }
  return { key, md5 };
}

/** The bytes of an object as they are stored under a customer's key. */
export function encryptFor(key: Buffer, bytes: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/**
 * The content of an object. A call must send the key of an object that is encrypted under one, and no key for any other
 * object.
 */
export function decryptFor(request: IncomingMessage, md5: string | undefined, bytes: Buffer): Buffer {
  const given = customerKeyOf(request);
  if ((given === undefined) !== (md5 === undefined)) {
    throw new ServiceError('InvalidRequest', 'The encryption parameters do not fit the stored object.', 400);
  }
  if (given === undefined) return bytes;
  if (given.md5 !== md5) throw new ServiceError('AccessDenied', 'Access Denied', 403);
  const decipher = createDecipheriv('aes-256-gcm', given.key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
