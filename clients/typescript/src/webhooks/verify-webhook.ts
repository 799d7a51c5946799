import { base64, fromBase64Url, hex, utf8 } from '../bytes.ts';
import type { WebhookBody } from '../generated/types.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** Why a delivery was refused, for programs. */
export type WebhookRefusal =
  | 'no_secret'
  | 'invalid_tolerance'
  | 'body_not_raw'
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'invalid_body';

const SENTENCES: Readonly<Record<WebhookRefusal, string>> = {
  no_secret: 'No secret was passed.',
  invalid_tolerance: 'toleranceSeconds is not a number from 0.',
  body_not_raw: 'The body must be the raw bytes or text, not a parsed object: the signature covers the bytes.',
  missing_header: 'A header is missing: the id, the timestamp or the signature.',
  invalid_timestamp: 'The timestamp is not a number of seconds.',
  timestamp_out_of_tolerance: 'The timestamp is too far from the current time.',
  signature_mismatch: 'No signature matches the body and the secret.',
  invalid_body: 'The body is not a JSON object.',
};

/** A request that is not a genuine delivery from the service. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal) {
    super(SENTENCES[reason]);
    this.reason = reason;
  }
}

/** The headers of a request: those of fetch, or an object such as Node's. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of a delivery may be from the current time, in seconds. 300 by default. */
  readonly toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;

/** A signature scheme of deliveries. */
interface Form {
  /** The headers with the id, the timestamp and the signatures. */
  readonly names: readonly [id: string, timestamp: string, signatures: string];
  /** The key in a secret, or `undefined` if the secret has another format. */
  readonly keyOf: (secret: string) => Uint8Array | undefined;
  readonly separator: string;
  /** The prefix of a signature. */
  readonly version: string;
  readonly write: (signature: Uint8Array) => string;
}

const FORMS: readonly Form[] = [
  {
    names: ['x-aid-request-id', 'x-aid-timestamp', 'x-aid-signature'],
    keyOf: utf8,
    separator: ',',
    version: 'v1=',
    write: hex,
  },
  {
    names: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    keyOf: decodedSecret,
    separator: ' ',
    version: 'v1,',
    write: base64,
  },
];

/**
 * Verifies a delivery and returns its event. Throws a `WebhookVerificationError` if the request is not genuine. Accepts
 * both the service's own headers and those of Standard Webhooks. Pass the raw body, before any parsing. While a secret
 * is being rotated, pass both secrets.
 *
 * See: docs/contract/webhooks.md#verifying-deliveries.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secretOrSecrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): WebhookBody {
  // Secrets from files and environments often end with a line break; none has white space of its own.
  const given = [secretOrSecrets].flat().filter((secret) => typeof secret === 'string');
  const secrets = given.map((secret) => secret.trim()).filter((secret) => secret !== '');
  if (secrets.length === 0) throw new WebhookVerificationError('no_secret');
  if (!(toleranceSeconds >= 0)) throw new WebhookVerificationError('invalid_tolerance');
  const body = rawBytes(rawBody);
  const present = (name: string) => headerOf(headers, name);
  const refusals = FORMS.filter(({ names }) => names.every(present)).map((form) =>
    refusalOf(form, body, form.names.map(present) as [string, string, string], secrets, toleranceSeconds),
  );
  if (!refusals.includes(undefined)) throw new WebhookVerificationError(refusals[0] ?? 'missing_header');
  return parsed(body);
}

/** Why the signatures of one scheme are refused; `undefined` if one of them is genuine. */
function refusalOf(
  { keyOf, separator, version, write }: Form,
  body: Uint8Array,
  [id, timestamp, signatures]: readonly [string, string, string],
  secrets: readonly string[],
  tolerance: number,
): WebhookRefusal | undefined {
  if (!/^\d+$/.test(timestamp)) return 'invalid_timestamp';
  const distance = Math.abs(Math.floor(Date.now() / 1000) - Number(timestamp));
  if (distance > tolerance) return 'timestamp_out_of_tolerance';
  const signed = utf8(`${id}.${timestamp}.`);
  const given = signatures.split(separator).map((text) => text.trim());
  const isGenuine = secrets.some((secret) => {
    const key = keyOf(secret);
    const expected = key && version + write(hmacSha256(key, signed, body));
    return expected !== undefined && given.some((text) => equal(text, expected));
  });
  return isGenuine ? undefined : 'signature_mismatch';
}

/** Compares in constant time. */
function equal(text: string, expected: string): boolean {
  let difference = text.length ^ expected.length;
  for (let i = 0; i < expected.length; i += 1) difference |= text.charCodeAt(i) ^ expected.charCodeAt(i);
  return difference === 0;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([other]) => other.toLowerCase() === name);
  return String(found?.[1] ?? '');
}

function rawBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return utf8(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  throw new WebhookVerificationError('body_not_raw');
}

function parsed(body: Uint8Array): WebhookBody {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The error says so.
  }
  throw new WebhookVerificationError('invalid_body');
}

/**
 * The key for Standard Webhooks: the part after `whsec_`, in either alphabet of base64. Older secrets use base64url.
 */
function decodedSecret(secret: string): Uint8Array | undefined {
  try {
    // Decoders of base64 ignore white space.
    if (/\s/.test(secret)) return undefined;
    const key = fromBase64Url(secret.replace(/^whsec_/, '').replace(/=+$/, ''));
    return key.length === 0 ? undefined : key;
  } catch {
    return undefined;
  }
}
