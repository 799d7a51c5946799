import { SECOND } from '#shared/domain/time/time.ts';
import type { Route } from './route.ts';

/** The maximum for a buffered integration of a regional API without a raised quota, and API Gateway's default. */
const BUFFERED_MS = 29 * SECOND;

/** A wait may last 55 s, and its response needs a moment. */
const STREAMED_MS = 60 * SECOND;

/** A SendMessage of the A2A protocol waits for almost five minutes, and a stream ends after two. */
const PROTOCOL_MS = 320 * SECOND;

/** A response through a tunnel may take two minutes, and its end needs a moment. */
export const TUNNEL_MS = 125 * SECOND;

/** What a WebSocket API waits for a response to a handshake or a message. It cannot be changed. */
export const SOCKET_MS = 29 * SECOND;

/** How long API Gateway waits for the response of a route, in milliseconds. */
export function gatewayTimeoutOf({ streamed, protocol }: Pick<Route, 'streamed' | 'protocol'>): number {
  if (!streamed) return BUFFERED_MS;
  return protocol === undefined || protocol === 'mcp' ? STREAMED_MS : PROTOCOL_MS;
}
