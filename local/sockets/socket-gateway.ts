import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Functions } from '../functions/functions.ts';
import { parseResult } from '../functions/proxy-result.ts';
import { ServiceError } from '../http/service-error.ts';
import { sourceIpOf } from '../http/source-ip.ts';
import type { ConnectionMetric } from '../metrics/service-recorder.ts';
import { FrameSizes } from './frame-sizes.ts';
import type { SocketDefinition } from './socket-definition.ts';
import { type ConnectionFacts, handshakeOf, requestContextOf } from './socket-event.ts';

/**
 * Source: API Gateway quotas for WebSocket APIs. A client sends a longer message in several frames. An `@connections`
 * call cannot, and the quota of frames holds for it too.
 */
const MAX_MESSAGE_BYTES = 128 * 1024;
const MAX_FRAME_BYTES = 32 * 1024;
const IDLE_MS = 10 * 60 * 1000;
const LIFETIME_MS = 2 * 60 * 60 * 1000;

/** How much may stay unsent for a client that does not read. The real size is not published. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Messages of one connection that may be processed at once; a client that sends more is read more slowly. */
const MAX_MESSAGES_IN_FLIGHT = 16;

/** A message or a frame of a client is too large. See: RFC 6455, section 7.4.1. */
const TOO_LARGE = 1009;

/** `DeleteConnection` has no parameter for the code. This is the one that the contract names for refused messages. */
const DELETED = 1008;
const GOING_AWAY = 1001;

interface Connection extends ConnectionFacts {
  readonly socket: WebSocket;
  lastActiveAt: number;
  inFlight: number;
}

/**
 * The WebSocket API of the templates, on the port of the REST API: handshakes and messages become events of Lambda, and
 * `@connections` sends to the clients and closes them.
 *
 * Source: API Gateway developer guide, Working with WebSocket APIs.
 */
export class SocketGateway {
  readonly #api: SocketDefinition;
  readonly #functions: Functions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    clientTracking: false,
    handleProtocols: (_, request) => this.#subprotocols.get(request) ?? false,
  });
  /** The subprotocol that `$connect` has selected. Without one, the response to a handshake names none. */
  readonly #subprotocols = new WeakMap<IncomingMessage, string>();
  readonly #connections = new Map<string, Connection>();
  readonly #watch: NodeJS.Timeout;

  constructor(api: SocketDefinition, functions: Functions) {
    this.#api = api;
    this.#functions = functions;
    this.#watch = setInterval(() => this.#closeOld(Date.now()), 5_000).unref();
  }

  /** What the resource names of `@connections` are made from. */
  get address(): { apiId: string; stage: string } {
    return this.#api;
  }

  get openConnections(): number {
    return this.#connections.size;
  }

  /** Serves a handshake. `$connect` decides about it before the client gets a response. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== `/${this.#api.stage}`) return refuse(socket, 403);
    const facts: ConnectionFacts = {
      connectionId: `${randomBytes(11).toString('base64url')}=`,
      connectedAt: Date.now(),
      sourceIp: sourceIpOf(request) ?? '',
      userAgent: request.headers['user-agent'],
      host: request.headers.host ?? 'localhost',
    };
    this.#count('ConnectCount');
    const status = await this.#connect(request, facts);
    if (status < 200 || status > 299) return refuse(socket, status);
    if (socket.destroyed) return void this.#disconnected(facts, 1006, '');
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const frames = new FrameSizes();
      socket.prependListener('data', (chunk: Buffer) => {
        if (frames.read(chunk).some((size) => size > MAX_FRAME_BYTES)) opened.close(TOO_LARGE);
      });
      this.#serve(opened, facts);
    });
  }

  post(connectionId: string, data: Buffer): void {
    const connection = this.#open(connectionId);
    if (data.length > MAX_FRAME_BYTES) throw new ServiceError('PayloadTooLargeException', 'Message too large', 413);
    if (connection.socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      throw new ServiceError('LimitExceededException', 'The client does not read', 429);
    }
    connection.lastActiveAt = Date.now();
    this.#count('MessageCount');
    connection.socket.send(data, { binary: false });
  }

  describe(connectionId: string) {
    const { connectedAt, lastActiveAt, sourceIp, userAgent } = this.#open(connectionId);
    return {
      connectedAt: new Date(connectedAt).toISOString(),
      lastActiveAt: new Date(lastActiveAt).toISOString(),
      identity: { sourceIp, userAgent },
    };
  }

  delete(connectionId: string): void {
    this.#open(connectionId).socket.close(DELETED);
  }

  close(): void {
    clearInterval(this.#watch);
    for (const { socket } of this.#connections.values()) socket.terminate();
  }

  #open(connectionId: string): Connection {
    const found = this.#connections.get(connectionId);
    if (found === undefined) throw new ServiceError('GoneException', 'Gone', 410);
    return found;
  }

  async #connect(request: IncomingMessage, facts: ConnectionFacts): Promise<number> {
    const context = requestContextOf(this.#api, facts, { routeKey: '$connect', eventType: 'CONNECT' });
    try {
      const event = { ...handshakeOf(request), requestContext: context, isBase64Encoded: false };
      const result = parseResult(await this.#invoke('$connect', event));
      const selected = result?.headers?.['Sec-WebSocket-Protocol'];
      if (selected !== undefined) this.#subprotocols.set(request, String(selected));
      return Number(result?.statusCode ?? 502);
    } catch {
      this.#count('ExecutionError');
      return 502;
    }
  }

  #serve(socket: WebSocket, facts: ConnectionFacts): void {
    const connection: Connection = { ...facts, socket, lastActiveAt: Date.now(), inFlight: 0 };
    this.#connections.set(facts.connectionId, connection);
    socket.on('error', () => socket.terminate());
    socket.on('message', (data, isBinary) => void this.#receive(connection, data, isBinary));
    socket.on('close', (code, reason) => {
      this.#connections.delete(facts.connectionId);
      this.#disconnected(facts, code, reason.toString());
    });
  }

  async #receive(connection: Connection, data: RawData, isBinary: boolean): Promise<void> {
    const { socket } = connection;
    this.#count('MessageCount');
    connection.lastActiveAt = Date.now();
    connection.inFlight += 1;
    if (connection.inFlight >= MAX_MESSAGES_IN_FLIGHT) socket.pause();
    const bytes = data as Buffer;
    const body = isBinary ? bytes.toString('base64') : bytes.toString();
    const routeKey = isBinary ? '$default' : this.#routeOf(body);
    const context = requestContextOf(this.#api, connection, {
      routeKey,
      eventType: 'MESSAGE',
      messageId: randomBytes(9).toString('base64url'),
    });
    try {
      await this.#invoke(routeKey, { requestContext: context, body, isBase64Encoded: isBinary });
    } catch {
      this.#count('ExecutionError');
      const { connectionId } = connection;
      const failure = { message: 'Internal server error', connectionId, requestId: context.requestId };
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(failure));
    } finally {
      connection.inFlight -= 1;
      if (socket.isPaused) socket.resume();
    }
  }

  /** Messages that are not JSON, or that select no route, go to `$default`. */
  #routeOf(body: string): string {
    try {
      const selected = (JSON.parse(body) as Record<string, unknown> | null)?.[this.#api.routeProperty];
      if (typeof selected === 'string' && !selected.startsWith('$') && this.#api.functions.has(selected))
        return selected;
    } catch {
      // Not JSON.
    }
    return '$default';
  }

  #disconnected(facts: ConnectionFacts, code: number, reason: string): void {
    const context = requestContextOf(this.#api, facts, {
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      disconnectStatusCode: code,
      disconnectReason: reason,
    });
    this.#invoke('$disconnect', { requestContext: context, isBase64Encoded: false }).catch(() => {});
  }

  #count(name: ConnectionMetric): void {
    this.#functions.recorder?.connectionEvent(this.#api.apiId, name);
  }

  #invoke(routeKey: string, event: unknown): Promise<string> {
    const functionArn = this.#api.functions.get(routeKey);
    if (functionArn === undefined) return Promise.resolve('{"statusCode":200}');
    return this.#functions.invoke(functionArn, event);
  }

  #closeOld(now: number): void {
    for (const { socket, connectedAt, lastActiveAt } of this.#connections.values()) {
      if (now - connectedAt > LIFETIME_MS || now - lastActiveAt > IDLE_MS) socket.close(GOING_AWAY, 'Going away');
    }
  }
}

const REASONS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 429: 'Too Many Requests' };

function refuse(socket: Duplex, status: number): void {
  const reason = REASONS[status] ?? (status >= 500 ? 'Internal Server Error' : 'Refused');
  socket.end(`HTTP/1.1 ${status} ${reason}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
}
