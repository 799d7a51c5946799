import { fromBase64 } from '../bytes.ts';
import type { Fetch } from '../network.ts';

/** A public request, as in the first message about it. */
export interface RequestMessage {
  readonly type: 'request';
  readonly id: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: readonly [name: string, value: string][];
  /** Base64. */
  readonly body?: string;
  readonly more?: boolean;
  readonly body_url?: string;
}

/** Where the body of a response can be uploaded. */
export interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A later message about a request. Other types of messages are ignored. */
export type LaterMessage =
  /** Another piece of the body. */
  | { readonly type: 'body'; readonly seq: number; readonly body: string; readonly more: boolean }
  | ({ readonly type: 'upload' } & Upload)
  | { readonly type: 'cancel' };

/** Headers that belong to the connection. A server must not compress, because fetch would decode the body. */
const OWN_HEADERS = ['host', 'content-length', 'connection', 'transfer-encoding', 'expect', 'accept-encoding'];

/** A public request, and its body, which may arrive in several messages. */
export class TunnelRequest {
  readonly #message: RequestMessage;
  readonly #ending = new AbortController();
  readonly #pieces: Uint8Array<ArrayBuffer>[];
  #isComplete: () => void = () => {};
  readonly #complete = new Promise<void>((resolve) => {
    this.#isComplete = resolve;
  });
  #useUpload: (upload: Upload) => void = () => {};

  constructor(message: RequestMessage) {
    this.#message = message;
    this.#pieces = [fromBase64(message.body ?? '')];
    if (message.more !== true) this.#isComplete();
  }

  /** Aborts when the response is no longer needed. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  receive(message: LaterMessage): void {
    if (message.type === 'cancel') this.abort();
    else if (message.type === 'upload') this.#useUpload(message);
    else if (message.type === 'body') {
      this.#pieces[message.seq] = fromBase64(message.body);
      if (!message.more) this.#isComplete();
    }
  }

  abort(): void {
    this.#ending.abort();
    this.#isComplete();
  }

  /** Where the response body can be uploaded, once the service has sent the address. */
  upload(): Promise<Upload> {
    return new Promise((resolve, reject) => {
      this.#useUpload = resolve;
      this.signal.addEventListener('abort', () => reject(this.signal.reason));
    });
  }

  /** The request for a server at this address. */
  async toRequest(origin: string, fetch: Fetch): Promise<Request> {
    const { method, path, headers: pairs } = this.#message;
    const headers = new Headers({ 'accept-encoding': 'identity' });
    for (const [name, value] of pairs) if (!OWN_HEADERS.includes(name.toLowerCase())) headers.append(name, value);
    const body = await this.#body(fetch);
    // A path that starts with two slashes would name a host in a URL.
    return new Request(`${origin}${path.startsWith('/') ? '' : '/'}${path}`, {
      method,
      headers,
      signal: this.signal,
      redirect: 'manual',
      ...(body.size > 0 && !['GET', 'HEAD'].includes(method) && { body: await body.arrayBuffer() }),
    });
  }

  /** The pieces of the messages, or the file that the message names. */
  async #body(fetch: Fetch): Promise<Blob> {
    await this.#complete;
    const url = this.#message.body_url;
    if (url === undefined) return new Blob(this.#pieces);
    const response = await fetch(url, { signal: this.signal });
    if (!response.ok) throw new Error(`the body of the request could not be downloaded: ${response.status}`);
    return new Blob([await response.arrayBuffer()]);
  }
}
