import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Signs webhook deliveries, and verifies signatures as a receiver does.
 *
 * See: docs/contract/webhooks.md#request-headers; docs/contract/webhooks.md#verifying-deliveries.
 */
const SIGNATURE_TOLERANCE_SECONDS = 300;

const SECRET_PREFIX = 'whsec_';

/** A multiple of three, so that base64 needs no padding. */
const SECRET_BYTES = 33;

/**
 * `whsec_` and 33 random bytes in base64, drawn again until the text has no character in which base64 and base64url
 * differ. So every library decodes it, and no shell changes it.
 *
 * See: docs/contract/webhooks.md#secrets-and-rotation; docs/decisions/0051-endpoints-that-libraries-verify.md.
 */
export function generateSigningSecret(): string {
  for (;;) {
    const text = randomBytes(SECRET_BYTES).toString('base64');
    if (!/[+/]/.test(text)) return SECRET_PREFIX + text;
  }
}

export interface SignatureInput {
  requestId: string;
  /** Unix seconds. */
  timestamp: number;
  body: string | Uint8Array;
}

function hmac(key: string | Buffer, ...parts: (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** What a signature is of. A receiver takes the timestamp as the header has it. */
interface SignedParts extends Omit<SignatureInput, 'timestamp'> {
  timestamp: number | string;
}

/** The signature of a delivery. The key of `x-aid-signature` is the whole secret in UTF-8. */
function sign(key: string | Buffer, { requestId, timestamp, body }: SignedParts): Buffer {
  return hmac(key, `${requestId}.${timestamp}.`, body);
}

/** The value of `x-aid-signature`: one `v1=` for each valid secret, newest first. */
export function signatureHeader(secrets: readonly string[], input: SignatureInput): string {
  return secrets.map((secret) => `v1=${sign(secret, input).toString('hex')}`).join(',');
}

/**
 * The headers of Standard Webhooks, which sign the same text. `webhook-signature` has one signature for each valid
 * secret, newest first, and is absent without a secret.
 *
 * See: docs/contract/webhooks.md#standard-webhooks.
 */
export function standardHeaders(secrets: readonly string[], input: SignatureInput): Record<string, string> {
  const signatures = secrets.map((secret) => `v1,${sign(standardKey(secret), input).toString('base64')}`);
  return {
    'webhook-id': input.requestId,
    'webhook-timestamp': String(input.timestamp),
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
}

/** Base64 in either alphabet, with or without padding. */
const BASE64 = /^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$/;

/**
 * The key of a secret in Standard Webhooks: the bytes that are encoded after `whsec_`. Secrets of release 0.2.0 are in
 * base64url. Any other text, which only the token of a push configuration can be, is the key itself.
 */
function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '';
  return encoded !== '' && BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
}

/** The value of the legacy header `x-aid-signature-256`: a signature of the body alone, by the newest secret. */
export function legacySignatureHeader(secret: string, body: string | Uint8Array): string {
  return `sha256=${hmac(secret, body).toString('hex')}`;
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
  const expected = Buffer.from(`v1=${sign(secret, { requestId, timestamp, body }).toString('hex')}`);
  let isGenuine = false;
  for (const candidate of signature.split(',')) {
    const given = Buffer.from(candidate.trim());
    if (given.length === expected.length && timingSafeEqual(given, expected)) isGenuine = true;
  }
  return isGenuine;
}
