/** Why a public request got no response of the tunnelled server. See: docs/contract/tunnels.md#errors. */
export const TUNNEL_ERRORS = {
  not_found: { status: 404, message: 'There is no tunnel at this address.' },
  suspended: { status: 503, message: 'The agent of this tunnel is suspended.' },
  not_connected: { status: 502, message: 'No client is connected to this tunnel.' },
  disconnected: { status: 502, message: 'The client of this tunnel disconnected before it sent the response.' },
  no_response: { status: 504, message: 'The client of this tunnel sent no response in time.' },
  bad_response: { status: 502, message: 'The client of this tunnel sent no valid response.' },
  server_unreachable: { status: 502, message: 'The client of this tunnel got no complete response from its server.' },
  response_too_large: { status: 502, message: 'The response of the tunnelled server is larger than 6 MB.' },
  too_large: { status: 413, message: 'The request is too large: its body may have at most 4.4 MB.' },
  internal: { status: 500, message: 'The service failed to forward the request.' },
  rate_limited: {
    status: 429,
    message:
      'Too many requests to this tunnel: per minute, at once, or from this address, or more than its client reads.',
  },
} as const;

export type TunnelErrorCode = keyof typeof TUNNEL_ERRORS;
