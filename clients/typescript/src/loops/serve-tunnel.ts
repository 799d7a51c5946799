import { AidError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { Tunnel } from '../generated/types.ts';
import { handled } from '../hooks.ts';
import { mistake } from '../mistakes.ts';
import type { OfIdentity } from '../options.ts';
import { onAbort } from '../signals.ts';
import type { Transport } from '../transport.ts';
import { openSocket, requireWebSocket } from '../web-socket.ts';
import { approvedTunnel } from './approved-tunnel.ts';
import { Backoff, untilDone } from './backoff.ts';
import { serveConnection } from './tunnel-connection.ts';

/** What to serve, and through which tunnel. */
export interface ServeOptions extends OfIdentity {
  /** The port of a server on this machine, or at `host`. */
  readonly port?: number;
  /** The host of that server. `127.0.0.1` by default. */
  readonly host?: string;
  /** Handles the requests instead of a server. */
  readonly handler?: (request: Request) => Promise<Response> | Response;
  /** The id of an existing tunnel. By default, a new one is created, and deleted at the end. */
  readonly tunnelId?: string;
  /** The name of a new tunnel, for people. */
  readonly name?: string;
  /** Called with the id of the approval if the tunnel waits for a person. `serve` then waits for the decision. */
  readonly onHeld?: (approvalId: string) => void;
  /**
   * Called with what the handler throws, or why the server cannot be reached. By default, it is written to the console;
   * the sender of the request gets 502.
   */
  readonly onError?: (error: unknown) => void;
  /** Closes the tunnel. */
  readonly signal?: AbortSignal | undefined;
}

/** A tunnel that is served. */
export interface ServedTunnel {
  readonly tunnel: Tunnel;
  /** The public address, without a slash at its end: `${url}/path`. */
  readonly url: string;
  /** Closes the tunnel, and deletes it if `serve` created it. */
  close(): Promise<void>;
  /** Settles when the tunnel has ended; rejects if it was not closed with `close` or the signal. */
  readonly closed: Promise<void>;
}

/** How long a program that closes a tunnel waits for an unreachable service, including all retries. */
const DELETION_MS = 3_000;

/** The close reasons after which another connection would be closed too. */
const FINAL_REASONS = ['superseded', 'deleted', 'key_revoked', 'agent_suspended'];

/**
 * Gives a server or a function a public address. Resolves when the tunnel is connected, and rejects if a person denies
 * it. Reconnects if the connection is lost.
 *
 * See: docs/contract/tunnels.md.
 */
export async function serveTunnel(
  client: Client,
  { key = '', fetch, hooks }: Transport,
  options: ServeOptions,
): Promise<ServedTunnel> {
  const { port, host = '127.0.0.1', handler, tunnelId, name, identityId, onHeld, signal } = options;
  const { onError = (error: unknown) => console.error(error) } = options;
  if ((port === undefined) === (handler === undefined))
    throw mistake('tunnels.serve', 'expected either port or handler');
  requireWebSocket(client);
  const tunnel = await (tunnelId === undefined
    ? approvedTunnel(client, await client.tunnels.create(name === undefined ? {} : { name }, { identityId, signal }), {
        onHeld,
        signal,
      })
    : client.tunnels.get(tunnelId, { signal }));
  const ending = new AbortController();
  const end = () => ending.abort();
  const release = onAbort(signal, end);
  const subprotocols = ['aid.tunnel.v1', `bearer.${key}`];
  const origin = handler === undefined ? `http://${host}:${port}` : 'http://localhost';
  // Not with the client's own fetch, which may lead through a proxy: the server is near.
  const respond = handler ?? (async (request: Request) => asRead(await globalThis.fetch(request)));
  const respondObserved = (request: Request) => {
    const traceparent = request.headers.get('traceparent') ?? undefined;
    const record = { loop: 'tunnels.serve', id: tunnel.id, name: request.method, traceparent } as const;
    return handled(
      hooks,
      record,
      () => respond(request),
      ({ status }) => status,
    );
  };
  const server = { origin, respond: respondObserved, fetch, onError };
  let closed = Promise.resolve();
  await new Promise<void>((connected, reject) => {
    const connect = (isConnected: () => void) =>
      serveConnection(openSocket(client, tunnel.connect_url, subprotocols), server, isConnected, ending.signal);
    closed = serve(client, tunnel, connect, connected, ending.signal).finally(async () => {
      release();
      if (tunnelId === undefined)
        await client.tunnels.delete(tunnel.id, { signal: AbortSignal.timeout(DELETION_MS) }).catch(() => {});
    });
    closed.then(connected, reject);
  });
  return {
    tunnel,
    url: tunnel.public_url.replace(/\/+$/, ''),
    closed,
    close: () => {
      end();
      return closed;
    },
  };
}

/** Serves over one connection after another. Throws when reconnecting cannot help. */
async function serve(
  client: Client,
  { id }: Tunnel,
  connect: (isConnected: () => void) => Promise<string>,
  connected: () => void,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff();
  while (!signal.aborted) {
    const reason = await connect(() => {
      backoff.succeeded();
      connected();
    });
    if (FINAL_REASONS.includes(reason)) throw finalError(reason);
    if (signal.aborted) return;
    // A handshake does not say why it was refused; this request does, and throws.
    const { status } = await untilDone(() => client.tunnels.get(id, { signal }), signal);
    if (status === 'deleted') throw finalError(status);
    await backoff.wait(signal);
  }
}

/**
 * A response as fetch returns it. If a server compresses unasked, fetch decodes the body, but the headers still name
 * the encoding.
 */
function asRead(response: Response): Response {
  const { body, status, headers: original } = response;
  if (!original.has('content-encoding')) return response;
  const headers = new Headers(original);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(body, { status, headers });
}

function finalError(reason: string): AidError {
  return new AidError(`The tunnel has ended: ${reason}.`, { code: `tunnel.${reason}`, retryable: false });
}
