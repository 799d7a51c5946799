import { AidError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { Tunnel } from '../generated/types.ts';
import type { OfIdentity } from '../options.ts';
import type { Transport } from '../transport.ts';
import { Backoff, untilDone } from './backoff.ts';
import { type BodyMessage, type RequestMessage, TunnelRequest } from './tunnel-request.ts';
import { ResponseFailure, sendResponse, type Upload } from './tunnel-response.ts';

/** What is served, and under which tunnel. */
export interface ServeOptions extends OfIdentity {
  /** The port of a server on this machine, or at `host`. */
  readonly port?: number;
  /** Where that server is. `127.0.0.1` by default. */
  readonly host?: string;
  /** Responds to the requests, in place of a server. */
  readonly handler?: (request: Request) => Promise<Response> | Response;
  /** An existing tunnel. By default a new one, which is deleted at the end. */
  readonly tunnelId?: string;
  /** The name of a new tunnel, for people. */
  readonly name?: string;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

/** A tunnel that is served. */
export interface ServedTunnel {
  readonly tunnel: Tunnel;
  /** The public address. */
  readonly url: string;
  /** Ends it, and deletes a tunnel that it has created. */
  close(): Promise<void>;
  /** Settles when it has ended: with an error if it was not closed. */
  readonly closed: Promise<void>;
}

type ServiceMessage =
  | RequestMessage
  | BodyMessage
  | { readonly type: 'pong' }
  | ({ readonly type: 'upload'; readonly id: string } & Upload)
  | { readonly type: 'cancel'; readonly id: string }
  | { readonly type: 'closing'; readonly reason: string };

const PING_MS = 240_000;
const OPEN_WITHIN_MS = 15_000;
const MAX_ERROR_CHARACTERS = 500;
/** More bytes than that wait for the network: the next message waits too. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
const BUFFER_CHECK_MS = 10;
/** The reasons for closing after which another connection would be closed too. */
const FINAL_REASONS = ['superseded', 'deleted', 'key_revoked', 'agent_suspended'];

/**
 * Gives a server, or a function, a public address. Resolves when the tunnel is connected. A lost connection is made
 * again.
 *
 * See: docs/contract/tunnels.md.
 */
export async function serveTunnel(
  client: Client,
  { key = '', fetch }: Transport,
  options: ServeOptions,
): Promise<ServedTunnel> {
  const { port, host = '127.0.0.1', handler, tunnelId, name, identityId, signal } = options;
  if ((port === undefined) === (handler === undefined)) throw new TypeError('serve: expected either port or handler');
  const tunnel = await (tunnelId === undefined
    ? client.tunnels.create({ ...(name !== undefined && { name }) }, { identityId, signal })
    : client.tunnels.get(tunnelId, { signal }));
  const ending = new AbortController();
  const respond = handler ?? ((request: Request) => fetch(request));
  const server = { origin: `http://${handler === undefined ? `${host}:${port}` : 'localhost'}`, respond, fetch };
  const end = () => ending.abort();
  signal?.addEventListener('abort', end);
  if (signal?.aborted === true) end();
  let connected = () => {};
  const isConnected = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const closed = serve(client, tunnel, key, server, connected, ending.signal).finally(async () => {
    signal?.removeEventListener('abort', end);
    if (tunnelId === undefined) await client.tunnels.delete(tunnel.id).catch(() => {});
  });
  closed.catch(() => {});
  await Promise.race([isConnected, closed]);
  return {
    tunnel,
    url: tunnel.public_url,
    closed,
    close: async () => {
      end();
      await closed;
    },
  };
}

interface Server {
  readonly origin: string;
  readonly respond: (request: Request) => Promise<Response> | Response;
  readonly fetch: typeof globalThis.fetch;
}

/** Serves over one connection after the other. Throws when no further one can help. */
async function serve(
  client: Client,
  tunnel: Tunnel,
  key: string,
  server: Server,
  connected: () => void,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff();
  while (!signal.aborted) {
    const reason = await new Connection(tunnel.connect_url, key, server, signal).run(() => {
      backoff.succeeded();
      connected();
    });
    if (FINAL_REASONS.includes(reason)) throw finalError(reason);
    if (signal.aborted) return;
    // A handshake does not say why it was refused; this does, and throws.
    const { status } = await untilDone(() => client.tunnels.get(tunnel.id, { signal }), signal);
    if (status === 'deleted') throw finalError(status);
    await backoff.wait(signal);
  }
}

function finalError(reason: string): AidError {
  return new AidError(`The tunnel has ended: ${reason}.`, { code: `tunnel.${reason}`, retryable: false });
}

/** One connection of a tunnel. */
class Connection {
  readonly #socket: WebSocket;
  readonly #server: Server;
  readonly #signal: AbortSignal;
  readonly #open = new Map<string, TunnelRequest>();
  /** What to do with the addresses for uploads that were asked for, by the id of the request. */
  readonly #uploads = new Map<string, (upload: Upload) => void>();
  #reason = 'lost';
  #connected: () => void = () => {};

  constructor(url: string, key: string, server: Server, signal: AbortSignal) {
    this.#socket = new WebSocket(url, ['aid.tunnel.v1', `bearer.${key}`]);
    this.#server = server;
    this.#signal = signal;
  }

  /** Serves until the connection ends; returns why it did. */
  async run(connected: () => void): Promise<string> {
    const socket = this.#socket;
    this.#connected = connected;
    const close = () => socket.close();
    this.#signal.addEventListener('abort', close);
    const late = setTimeout(close, OPEN_WITHIN_MS);
    const pings = setInterval(() => void this.#send({ type: 'ping' }), PING_MS);
    await new Promise<void>((resolve) => {
      socket.onopen = () => {
        clearTimeout(late);
        void this.#send({ type: 'ping' });
      };
      socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)));
      socket.onerror = () => resolve();
      socket.onclose = () => resolve();
      if (this.#signal.aborted) close();
    });
    clearTimeout(late);
    clearInterval(pings);
    this.#signal.removeEventListener('abort', close);
    for (const request of this.#open.values()) request.abort();
    close();
    return this.#reason;
  }

  #receive(message: ServiceMessage): void {
    if (message.type === 'pong') this.#connected();
    else if (message.type === 'request') void this.#answer(message);
    else if (message.type === 'body') this.#open.get(message.id)?.addPiece(message);
    else if (message.type === 'upload') this.#uploads.get(message.id)?.(message);
    else if (message.type === 'cancel') this.#open.get(message.id)?.abort();
    else if (message.type === 'closing') this.#reason = message.reason;
  }

  async #answer(message: RequestMessage): Promise<void> {
    const { id, method } = message;
    const { origin, respond, fetch } = this.#server;
    const request = new TunnelRequest(message);
    const { signal } = request;
    this.#open.set(id, request);
    try {
      const response = await respond(await request.toRequest(origin, fetch));
      await sendResponse(response, method, {
        fetch,
        signal,
        send: (reply) => this.#send({ ...reply, id }),
        requestUpload: (size) => this.#requestUpload(request, size),
      });
    } catch (error) {
      const fields = error instanceof ResponseFailure ? error.fields : {};
      const text = String((error as Error).message).slice(0, MAX_ERROR_CHARACTERS);
      if (!signal.aborted) await this.#send({ type: 'error', id, ...fields, message: text });
    } finally {
      this.#open.delete(id);
      this.#uploads.delete(id);
    }
  }

  #requestUpload({ message: { id }, signal }: TunnelRequest, size: number): Promise<Upload> {
    return new Promise((resolve, reject) => {
      this.#uploads.set(id, resolve);
      signal.addEventListener('abort', () => reject(signal.reason));
      void this.#send({ type: 'upload', id, size });
    });
  }

  /** Sends a message, once the network has taken most of those before. */
  async #send(message: object): Promise<void> {
    const socket = this.#socket;
    while (socket.readyState === WebSocket.OPEN && socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      await new Promise((resolve) => setTimeout(resolve, BUFFER_CHECK_MS));
    }
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }
}
