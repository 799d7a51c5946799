import { DAY } from '../time/time.ts';

/** What a receiver has responded to an attempt, as far as it is kept. See: docs/contract/webhooks.md#responses. */
export interface ReceiverResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body, of any type. */
  readonly body: Uint8Array;
  /** Whether the body was longer, or did not end in time. */
  readonly truncated: boolean;
}

/** How much of a body is kept, and how long. */
export const KEPT_RESPONSE_BYTES = 2 * 1024;
export const RESPONSE_KEPT_MS = 7 * DAY;

/**
 * The headers that are kept: those that help to find an attempt in the log of its receiver, or say why it failed. No
 * header that carries a credential is one of them.
 */
const KEPT_HEADERS: readonly string[] = [
  'allow',
  'cf-ray',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'request-id',
  'retry-after',
  'server',
  'via',
  'x-amzn-requestid',
  'x-correlation-id',
  'x-request-id',
  'x-vercel-id',
];

const MAX_HEADER_LENGTH = 256;

/** The headers of a response that are kept, each at most 256 characters. */
export function keptHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      if (value === undefined) return [];
      const text = typeof value === 'string' ? value : value.join(', ');
      return [[name, text.slice(0, MAX_HEADER_LENGTH)]];
    }),
  );
}

/** The response as bytes: a line of JSON, and the body as it came, which takes less room than any text of it. */
export function packResponse({ headers, truncated, body }: ReceiverResponse): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ headers, truncated })}\n`), body]);
}

/** The response that `packResponse` has packed. */
export function unpackResponse(packed: Uint8Array): ReceiverResponse {
  const bytes = Buffer.from(packed);
  // JSON escapes line feeds, so the first one ends it.
  const end = bytes.indexOf('\n');
  const head = JSON.parse(bytes.toString('utf8', 0, end)) as Pick<ReceiverResponse, 'headers' | 'truncated'>;
  return { ...head, body: bytes.subarray(end + 1) };
}
