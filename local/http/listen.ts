import type { Server } from 'node:net';
import { StartError } from '../start-error.ts';

/** Listens on loopback and returns the port. A busy port is reported in one clear line. */
export function listen(server: Server, port: number, what = 'port', variable?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const hint = variable === undefined ? '' : ` (${variable} names another)`;
      const busy = error.code === 'EADDRINUSE';
      const reason = busy ? `port ${port} is in use` : `cannot listen on port ${port}: ${error.message}`;
      reject(new StartError(`${what}: ${reason}${busy ? hint : ''}`));
    };
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
