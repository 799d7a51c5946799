import { MINUTE, SECOND } from '../time/time.ts';

/** The limits of tunnelled requests. See: docs/contract/tunnels.md#limits. */

/** The largest body inside messages, of a request or of a response with a known length. */
export const MAX_INLINE_BYTES = 96 * 1024;

/**
 * The largest piece of a body in one message of a client: in base64 it leaves room for headers within the 128 KB of a
 * message.
 */
export const MAX_PIECE_BYTES = 72 * 1024;

/** The largest message of a client, which sends it in several frames. Source: API Gateway quotas for WebSocket APIs. */
export const MAX_TUNNEL_MESSAGE_BYTES = 128 * 1024;

/**
 * The largest message to a client: one frame. The quota of frames also holds for `@connections`, which cannot split a
 * message. Source: API Gateway quotas for WebSocket APIs.
 */
export const MAX_SENT_MESSAGE_BYTES = 32 * 1024;

/** The largest piece of a request's body in one message: in base64, with what is around it, it fits in a frame. */
export const MAX_SENT_PIECE_BYTES = 24_000;

/**
 * The largest body of a request. API Gateway passes it to the function as base64, with all headers twice, in an event
 * of at most 6 MB. Source: Lambda quotas, invocation payload.
 */
export const MAX_REQUEST_BYTES = Math.floor(4.4 * 1024 * 1024);

/** The largest response: in the bucket, or streamed. */
export const MAX_TUNNELLED_BYTES = 6 * 1024 * 1024;

/** How long a client has for the head of its response. */
export const FIRST_BYTE_TIMEOUT_MS = 25 * SECOND;

/** How long a response may take in all. */
export const RESPONSE_TIMEOUT_MS = 2 * MINUTE;

/** How long the rows of a response and its files are needed. Longer than a response may take. */
export const REPLY_LIFETIME_MS = 5 * MINUTE;

/** The most messages of one response: an event every 15 ms for two minutes. */
export const MAX_RESPONSE_MESSAGES = 8_000;

/** What one client may send in a minute, in KB. Each message counts as one KB at least. */
export const MAX_CLIENT_KB_PER_MINUTE = 60 * 1024;

/**
 * The headers of a response: how many, and how long together. API Gateway takes status and headers from the first 16 KB
 * of a streamed response.
 */
export const MAX_HEADERS = 200;
export const MAX_HEADER_BYTES = 12 * 1024;
