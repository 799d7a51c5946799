/** A public request, as the first message about it has it. */
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

/** A further piece of a request's body. */
export interface BodyMessage {
  readonly type: 'body';
  readonly id: string;
  readonly seq: number;
  readonly body: string;
  readonly more: boolean;
}

/** Headers that a request has by its connection. A server may not compress: fetch would undo it. */
const OWN_HEADERS = ['host', 'content-length', 'connection', 'transfer-encoding', 'expect', 'accept-encoding'];

/** A public request, and its body, which may arrive in several messages. */
export class TunnelRequest {
  readonly message: RequestMessage;
  readonly #controller = new AbortController();
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #complete: Promise<void>;
  #resolve: () => void = () => {};

  constructor(message: RequestMessage) {
    this.message = message;
    this.#pieces[0] = bytesOf(message.body ?? '');
    this.#complete = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (message.more !== true) this.#resolve();
  }

  /** Aborted when the response is not needed any more. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  addPiece({ seq, body, more }: BodyMessage): void {
    this.#pieces[seq] = bytesOf(body);
    if (!more) this.#resolve();
  }

  abort(): void {
    this.#controller.abort();
    this.#resolve();
  }

  /** The request for a server at this address. */
  async toRequest(origin: string, fetch: typeof globalThis.fetch): Promise<Request> {
    const { method, path, headers: pairs } = this.message;
    const headers = new Headers({ 'accept-encoding': 'identity' });
    for (const [name, value] of pairs) if (!OWN_HEADERS.includes(name.toLowerCase())) headers.append(name, value);
    const body = await this.#body(fetch);
    const { signal } = this;
    // A path of two slashes names a host in an address.
    return new Request(`${origin}${path.startsWith('/') ? '' : '/'}${path}`, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body.size > 0 && method !== 'GET' && method !== 'HEAD' && { body: await body.arrayBuffer() }),
    });
  }

  /** The pieces of the messages, or the file that the message names. */
  async #body(fetch: typeof globalThis.fetch): Promise<Blob> {
    await this.#complete;
    const url = this.message.body_url;
    if (url === undefined) return new Blob(this.#pieces);
    const response = await fetch(url, { signal: this.signal });
    if (!response.ok) throw new Error(`the body of the request could not be downloaded: ${response.status}`);
    return response.blob();
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
}
