import { reasonOf } from './errors.ts';
import { mistake } from './mistakes.ts';
import type { WebSocketConstructor, WebSocketLike } from './network.ts';

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

/** Throws a `ValidationError` if the runtime has no WebSocket and the program has passed none. */
export function requireWebSocket(client: object): WebSocketConstructor {
  const Socket = webSocketOf(client);
  if (Socket !== undefined) return Socket;
  throw mistake('webSocket', 'this runtime has no WebSocket; pass the constructor of a package such as ws');
}

/**
 * Opens a WebSocket of a client. What its constructor throws is a mistake of the program: another attempt would fail in
 * the same way.
 */
export function openSocket(client: object, url: string, protocols?: string[]): WebSocketLike {
  const Socket = requireWebSocket(client);
  try {
    return new Socket(url, protocols);
  } catch (error) {
    throw mistake('webSocket', `it failed: ${reasonOf(error)}`, error);
  }
}

/** `WebSocket.OPEN`, which a constructor of the program may not have. */
export const OPEN = 1;
