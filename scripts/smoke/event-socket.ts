import type { Body } from './api-client.ts';

/** A connection of an event stream, with everything that arrived on it. */
export class EventSocket {
  readonly #socket: WebSocket;
  readonly #messages: Body[] = [];
  #problem: string | undefined;

  constructor(connectUrl: string) {
    this.#socket = new WebSocket(connectUrl);
    this.#socket.addEventListener('message', ({ data }) => void this.#messages.push(JSON.parse(String(data))));
    this.#socket.addEventListener('error', () => {
      this.#problem ??= 'the WebSocket connection failed';
    });
    this.#socket.addEventListener('close', ({ code }) => {
      this.#problem ??= `the service closed the WebSocket connection with ${code}`;
    });
  }

  /** A message that satisfies a condition, `undefined` until one arrives. Throws if none can come any more. */
  find(matches: (message: Body) => boolean): Body | undefined {
    const found = this.#messages.find(matches);
    if (found === undefined && this.#problem !== undefined) throw new Error(this.#problem);
    return found;
  }

  close(): void {
    this.#socket.close();
  }
}
