import { TUNNEL_ERROR_HEADER } from '#shared/domain/tunnel/forwarded-headers.ts';
import { TUNNEL_ERRORS, type TunnelErrorCode } from '#shared/domain/tunnel/tunnel-errors.ts';
import type { PublicResponse } from './public-exchange.ts';

/**
 * A response of the service itself. The header tells it apart from a response of the tunnelled server with the same
 * status. Caches must not keep it.
 */
export function tunnelError(
  code: TunnelErrorCode,
  headers: readonly (readonly [string, string])[] = [],
): PublicResponse {
  const { status, message } = TUNNEL_ERRORS[code];
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
