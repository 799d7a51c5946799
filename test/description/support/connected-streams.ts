import { once } from 'node:events';
import WebSocket from 'ws';

/** The gateway closes a connection that is idle for ten minutes. */
const PING_EVERY_MS = 60_000;

/** Event streams that stay connected, so that they are still there when a run gets to them. */
export class ConnectedStreams {
  readonly #sockets: WebSocket[] = [];
  readonly #pings = setInterval(() => this.#ping(), PING_EVERY_MS).unref();

  /** Connects with the ticket of a stream. */
  async connect(connectUrl: string): Promise<void> {
    const socket = new WebSocket(connectUrl);
    this.#sockets.push(socket);
    await once(socket, 'open');
  }

  close(): void {
    clearInterval(this.#pings);
    for (const socket of this.#sockets) socket.terminate();
  }

  #ping(): void {
    for (const socket of this.#sockets) if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  }
}
