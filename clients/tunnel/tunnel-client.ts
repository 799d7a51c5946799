import { EventEmitter } from 'node:events';
import WebSocket from 'ws';
import { watchSilence } from '../typescript/src/loops/silence.ts';
import { answerRequest, BrokenResponse, ResponseTooLarge, type Upload } from './answer-request.ts';
import { ArrivingRequest, type BodyMessage, type RequestMessage } from './arriving-request.ts';

/** Pauses between connection attempts double and are random, so that not all clients return at once. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/** The largest frame that API Gateway accepts. Longer messages are split. */
const FRAME_BYTES = 32 * 1024;

/** The reasons for closing after which another attempt would fail too. */
const FINAL_REASONS = new Set(['superseded', 'deleted', 'key_revoked', 'agent_suspended']);
const FINAL_STATUSES = new Set([401, 403, 404]);

const MAX_ERROR_CHARACTERS = 500;

type ServiceMessage =
  | RequestMessage
  | BodyMessage
  | { readonly type: 'pong'; readonly public_url: string }
  | ({ readonly type: 'upload'; readonly id: string } & Upload)
  | { readonly type: 'cancel'; readonly id: string }
  | { readonly type: 'closing'; readonly reason: string };

export interface TunnelClientOptions {
  readonly connectUrl: string;
  readonly key: string;
  /** The server that handles the requests. */
  readonly target: { readonly host: string; readonly port: number };
}

/** A request that was handled. */
interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

interface Events {
  /** The public address. */
  connected: [publicUrl: string];
  /** The client reconnects after a pause. */
  disconnected: [reason: string];
  /** The client does not reconnect. */
  refused: [reason: string];
  request: [answered: Answered];
}

/**
 * The client of a tunnel: keeps the connection open, reconnects when it is lost, and passes each public request to a
 * local server.
 *
 * See: docs/contract/tunnels.md.
 */
export class TunnelClient extends EventEmitter<Events> {
  readonly #options: TunnelClientOptions;
  readonly #open = new Map<string, ArrivingRequest>();
  /** The callbacks for requested upload addresses, by request id. */
  readonly #uploads = new Map<string, (upload: Upload) => void>();
  #socket: WebSocket | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #attempt = 0;
  #stopped = false;

  constructor(options: TunnelClientOptions) {
    super();
    this.#options = options;
  }

  start(): void {
    const { connectUrl, key } = this.#options;
    const socket = new WebSocket(connectUrl, { headers: { authorization: `Bearer ${key}` }, handshakeTimeout: 15_000 });
    this.#socket = socket;
    let reason = 'the connection was lost';
    let isFinal = false;
    const watch = watchSilence(
      () => void this.#send({ type: 'ping' }),
      () => {
        reason = 'the connection was silent';
        socket.terminate();
      },
    );
    socket.on('open', () => watch.ping());
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      reason = `the handshake returned ${response.statusCode}`;
      isFinal = FINAL_STATUSES.has(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', (error) => {
      if (!reason.startsWith('the handshake')) reason = error.message;
    });
    socket.on('message', (data) => {
      watch.heard();
      const message = JSON.parse(String(data)) as ServiceMessage;
      if (message.type === 'closing') {
        ({ reason } = message);
        isFinal = FINAL_REASONS.has(reason);
      } else this.#receive(message);
    });
    socket.on('close', () => {
      watch.stop();
      for (const request of this.#open.values()) request.abort();
      if (this.#stopped) return;
      if (isFinal) this.emit('refused', reason);
      else this.#retry(reason);
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retryTimer);
    this.#socket?.close();
  }

  #retry(reason: string): void {
    this.emit('disconnected', reason);
    const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#attempt++);
    this.#retryTimer = setTimeout(() => this.start(), longest * (0.5 + Math.random() / 2));
  }

  #receive(message: Exclude<ServiceMessage, { type: 'closing' }>): void {
    switch (message.type) {
      case 'pong':
        this.#attempt = 0;
        this.emit('connected', message.public_url);
        return;
      case 'request':
        void this.#answer(message);
        return;
      case 'body':
        this.#open.get(message.id)?.addPiece(message);
        return;
      case 'upload':
        this.#uploads.get(message.id)?.(message);
        return;
      case 'cancel':
        this.#open.get(message.id)?.abort();
    }
  }

  async #answer(message: RequestMessage): Promise<void> {
    const { id, method, path } = message;
    const startedAt = Date.now();
    const request = new ArrivingRequest(message);
    this.#open.set(id, request);
    let status = 502;
    try {
      status = await answerRequest(request, {
        target: this.#options.target,
        send: (reply) => this.#send({ ...reply, id }),
        requestUpload: (size) => this.#requestUpload(request, size),
      });
    } catch (error) {
      const place = error instanceof BrokenResponse ? { seq: error.seq } : {};
      const code = error instanceof ResponseTooLarge ? { code: 'too_large' } : {};
      const text = (error as Error).message.slice(0, MAX_ERROR_CHARACTERS);
      if (!request.signal.aborted) await this.#send({ type: 'error', id, ...place, ...code, message: text });
    } finally {
      this.#open.delete(id);
      this.#uploads.delete(id);
    }
    this.emit('request', { method, path, status, ms: Date.now() - startedAt });
  }

  #requestUpload({ message: { id }, signal }: ArrivingRequest, size: number): Promise<Upload> {
    return new Promise((resolve, reject) => {
      this.#uploads.set(id, resolve);
      signal.addEventListener('abort', () => reject(new Error('the request was cancelled')));
      void this.#send({ type: 'upload', id, size });
    });
  }

  /** Sends a message in frames that API Gateway accepts. Resolves when the network has accepted it. */
  #send(message: object): Promise<void> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve();
    const bytes = Buffer.from(JSON.stringify(message));
    return new Promise((resolve) => {
      for (let start = 0; start < bytes.length; start += FRAME_BYTES) {
        const fin = start + FRAME_BYTES >= bytes.length;
        socket.send(bytes.subarray(start, start + FRAME_BYTES), { binary: false, compress: false, fin }, () => {
          if (fin) resolve();
        });
      }
    });
  }
}
