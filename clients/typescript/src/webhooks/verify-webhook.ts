import { base64, fromBase64, hex, utf8 } from '../bytes.ts';
import type { WebhookBody } from '../generated/types.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** Why a delivery was refused, for programs. */
export type WebhookRefusal =
  | 'no_secret'
  | 'body_not_raw'
  | 'missing_header'
  | 'invalid_timestamp'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'invalid_body';

const SENTENCES: Readonly<Record<WebhookRefusal, string>> = {
  no_secret: 'There is no secret to verify with.',
  body_not_raw:
    'The body has to be the bytes or the text that arrived, not a parsed object: a signature is one of bytes.',
  missing_header: 'A header is missing: the id, the timestamp or the signature.',
  invalid_timestamp: 'The timestamp is not a number of seconds.',
  timestamp_out_of_tolerance: 'The timestamp is too far from the present.',
  signature_mismatch: 'No signature matches the body and the secret.',
  invalid_body: 'The body is not a JSON object.',
};

/** A request that is no genuine delivery of the service. Respond to it with 400. */
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
  /** How far the time of a delivery may be from the present, in seconds. 300 by default. */
  readonly toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;

/** A form in which deliveries are signed. */
interface Form {
  /** The headers with the id, the timestamp and the signatures. */
  readonly names: readonly [id: string, timestamp: string, signatures: string];
  /** The key that a secret is, or nothing if it is none in this form. */
  readonly keyOf: (secret: string) => Uint8Array | undefined;
  readonly separator: string;
  /** What comes before a signature. */
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
 * The event of a genuine delivery. Throws a `WebhookVerificationError` for any other request. It accepts the headers of
 * the service and those of Standard Webhooks. The body has to be as it arrived, before any parser. While a secret is
 * being rotated, pass both.
 *
 * See: docs/contract/webhooks.md#verifying-deliveries.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secretOrSecrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): WebhookBody {
  const secrets = [secretOrSecrets].flat().filter((secret) => typeof secret === 'string' && secret !== '');
  if (secrets.length === 0) throw new WebhookVerificationError('no_secret');
  const body = rawBytes(rawBody);
  const present = (name: string) => headerOf(headers, name);
  const refusals = FORMS.filter(({ names }) => names.every(present)).map((form) =>
    refusalOf(form, body, form.names.map(present) as [string, string, string], secrets, toleranceSeconds),
  );
  if (!refusals.includes(undefined)) throw new WebhookVerificationError(refusals[0] ?? 'missing_header');
  return parsed(body);
}

/** Why the signatures of one form are refused; `undefined` if one of them is genuine. */
function refusalOf(
  { keyOf, separator, version, write }: Form,
  body: Uint8Array,
  [id, timestamp, signatures]: readonly [string, string, string],
  secrets: readonly string[],
  tolerance: number,
): WebhookRefusal | undefined {
  if (!/^\d+$/.test(timestamp)) return 'invalid_timestamp';
  const distance = Math.abs(Math.floor(Date.now() / 1000) - Number(timestamp));
  // A tolerance that is no number accepts nothing.
  if (!(distance <= tolerance)) return 'timestamp_out_of_tolerance';
  const signed = utf8(`${id}.${timestamp}.`);
  const given = signatures.split(separator).map((text) => text.trim());
  const isGenuine = secrets.some((secret) => {
    const key = keyOf(secret);
    const expected = key && version + write(hmacSha256(key, signed, body));
    return expected !== undefined && given.some((text) => equal(text, expected));
  });
  return isGenuine ? undefined : 'signature_mismatch';
}

/** Compares in a time that does not depend on where two texts differ. */
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

/** The key of Standard Webhooks: what follows `whsec_`, in base64 of either alphabet. Older secrets are base64url. */
function decodedSecret(secret: string): Uint8Array | undefined {
  try {
    const key = fromBase64(
      secret
        .replace(/^whsec_/, '')
        .replace(/-/g, '+')
        .replace(/_/g, '/'),
    );
    return key.length === 0 ? undefined : key;
  } catch {
    return undefined;
  }
}
