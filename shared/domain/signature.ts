import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Signs webhook deliveries, and verifies signatures as a receiver does.
 *
 * See: docs/contract/webhooks.md#request-headers; docs/contract/webhooks.md#verifying-deliveries.
 */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/**
 * `whsec_` and 32 random bytes; the HMAC key is the whole string in UTF-8. See:
 * docs/contract/webhooks.md#secrets-and-rotation.
 */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

export interface SignatureInput {
  requestId: string;
  /** Unix seconds. */
  timestamp: number;
  body: string | Uint8Array;
}

function hmac(secret: string, ...parts: (string | Uint8Array)[]): string {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  return mac.digest('hex');
}

/** The value of `x-aid-signature`: one `v1=` for each valid secret, newest first. */
export function signatureHeader(secrets: readonly string[], input: SignatureInput): string {
  return secrets.map((secret) => `v1=${hmac(secret, `${input.requestId}.${input.timestamp}.`, input.body)}`).join(',');
}

/** The value of the legacy header `x-aid-signature-256`: a signature of the body alone, by the newest secret. */
export function legacySignatureHeader(secret: string, body: string | Uint8Array): string {
  return `sha256=${hmac(secret, body)}`;
}

export interface SignedHeaders {
  requestId: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
}

/** Whether the signature of a body is valid and recent. `now` is in Unix seconds. */
export function verifySignature(
  secret: string,
  headers: SignedHeaders,
  body: string | Uint8Array,
  now: number,
): boolean {
  const { requestId, timestamp, signature } = headers;
  if (requestId === undefined || timestamp === undefined || signature === undefined) return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > SIGNATURE_TOLERANCE_SECONDS) return false;
  const expected = Buffer.from(`v1=${hmac(secret, `${requestId}.${timestamp}.`, body)}`);
  let isGenuine = false;
  for (const candidate of signature.split(',')) {
    const given = Buffer.from(candidate.trim());
    if (given.length === expected.length && timingSafeEqual(given, expected)) isGenuine = true;
  }
  return isGenuine;
}
