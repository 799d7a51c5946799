import type { IncomingMessage } from 'node:http';

/** Where a request comes from, as API Gateway reports it; `undefined` once the connection is gone. */
export function sourceIpOf({ socket }: Pick<IncomingMessage, 'socket'>): string | undefined {
  // A socket for both families shows an IPv4 address in the form of IPv6.
  return socket.remoteAddress?.replace(/^::ffff:/, '');
}
