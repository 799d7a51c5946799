import type { WebSocketConstructor } from './options.ts';

/** The constructors of the clients that have one of their own. */
const CONSTRUCTORS = new WeakMap<object, WebSocketConstructor>();

/** Lets the loops of a client open WebSockets with this constructor. */
export function useWebSocket(client: object, Socket: WebSocketConstructor | undefined): void {
  if (Socket !== undefined) CONSTRUCTORS.set(client, Socket);
}

/** The constructor for the WebSockets of a client; `undefined` where the runtime has none. */
export function webSocketOf(client: object): WebSocketConstructor | undefined {
  return CONSTRUCTORS.get(client) ?? globalThis.WebSocket;
}

/** `WebSocket.OPEN`, which a constructor of the program may not have. */
export const OPEN = 1;
