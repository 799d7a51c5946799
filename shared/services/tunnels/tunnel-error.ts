import { TUNNEL_ERROR_HEADER } from '../../domain/tunnel/forwarded-headers.ts';
import type { PublicResponse } from './public-exchange.ts';

/** Why a public request got no response of the tunnelled server. See: docs/contract/tunnels.md#errors. */
const ERRORS = {
  not_found: { status: 404, message: 'There is no tunnel at this address.' },
  suspended: { status: 503, message: 'The agent of this tunnel is suspended.' },
  not_connected: { status: 502, message: 'No client is connected to this tunnel.' },
  disconnected: { status: 502, message: 'The client of this tunnel disconnected before it sent a response.' },
  no_response: { status: 504, message: 'The client of this tunnel sent no response within 25 seconds.' },
  bad_response: { status: 502, message: 'The client of this tunnel sent no valid response.' },
  server_unreachable: { status: 502, message: 'The client of this tunnel got no response from its server.' },
  response_too_large: { status: 502, message: 'The response of the tunnelled server is larger than 6 MB.' },
  too_large: { status: 413, message: 'The request is too large: its body may have 4.4 MB.' },
  internal: { status: 500, message: 'The service failed to forward the request.' },
  rate_limited: {
    status: 429,
    message: 'Too many requests to this tunnel in a minute or at once, or from this address.',
  },
} as const;

export type TunnelErrorCode = keyof typeof ERRORS;

/**
 * A response of the service itself. The header tells it apart from a response of the tunnelled server with the same
 * status. Caches must not keep it.
 */
export function tunnelError(
  code: TunnelErrorCode,
  headers: readonly (readonly [string, string])[] = [],
): PublicResponse {
  const { status, message } = ERRORS[code];
  return {
    status,
    headers: [
      ['content-type', 'text/plain; charset=utf-8'],
      ['cache-control', 'no-store'],
      [TUNNEL_ERROR_HEADER, code],
      ...headers,
    ],
    body: Buffer.from(`${message}\n`),
  };
}
