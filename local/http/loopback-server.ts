import { createServer, type IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';

/** How much is read of a request that is refused, and for how long, before the connection ends. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;
const MAX_DROPPING_MS = 30_000;

/**
 * A response that ends only when all of its request has arrived. A client that sends a large body reads nothing before
 * its last byte is out. If the connection ended earlier, the client would get a reset, and never the response that says
 * why its request was refused.
 *
 * See: RFC 9112, section 9.6 (the lingering close of a server).
 */
class ResponseAfterRequest<R extends IncomingMessage> extends ServerResponse<R> {
  #isEnding = false;

  override end(...last: unknown[]): this {
    if (this.#isEnding) return this;
    this.#isEnding = true;
    const end = () => super.end(...(last as []));
    if (hasArrived(this.req)) return end();
    void dropRest(this.req).then((isWhole) => {
      // What follows on the connection would be the rest of this request.
      if (!isWhole) this.once('finish', () => this.req.socket.destroySoon());
      end();
    });
    return this;
  }
}

/** Whether nothing more of a request can arrive. */
function hasArrived({ complete, destroyed, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return complete || destroyed || !hasBody;
}

/** Reads the rest of a request up to the limits, and returns whether that was all of it. */
function dropRest(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (isWhole: boolean) => {
      clearTimeout(timer);
      request.off('data', count);
      resolve(isWhole);
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DROPPED_BYTES) finish(false);
    };
    const timer = setTimeout(() => finish(false), MAX_DROPPING_MS);
    request.on('data', count);
    request.once('end', () => finish(true));
    request.once('close', () => finish(true));
  });
}

/** A server of the local profile. Its handlers need not read a request that they refuse. */
export function createLoopbackServer(
  options: ServerOptions,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  return createServer({ ...options, ServerResponse: ResponseAfterRequest }, serve);
}
