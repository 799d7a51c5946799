/** A public request, as in the first message about it. */
export interface RequestMessage {
  readonly type: 'request';
  readonly id: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Base64. */
  readonly body?: string;
  readonly more?: boolean;
  readonly body_url?: string;
}

/** Another piece of a request's body. */
export interface BodyMessage {
  readonly type: 'body';
  readonly id: string;
  readonly seq: number;
  readonly body: string;
  readonly more: boolean;
}

/** A public request, and its body, which may arrive in several messages. */
export class ArrivingRequest {
  readonly message: RequestMessage;
  readonly #controller = new AbortController();
  readonly #pieces: Buffer[] = [];
  readonly #complete: Promise<void>;
  #resolve: () => void = () => {};

  constructor(message: RequestMessage) {
    this.message = message;
    this.#pieces[0] = Buffer.from(message.body ?? '', 'base64');
    this.#complete = message.more
      ? new Promise((resolve) => {
          this.#resolve = resolve;
        })
      : Promise.resolve();
  }

  /** Aborts when the response is no longer needed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  addPiece({ seq, body, more }: BodyMessage): void {
    this.#pieces[seq] = Buffer.from(body, 'base64');
    if (!more) this.#resolve();
  }

  abort(): void {
    this.#controller.abort();
    this.#resolve();
  }

  /** The body: the pieces of the messages, or the file that the message names. */
  async body(): Promise<Buffer> {
    await this.#complete;
    const url = this.message.body_url;
    if (url === undefined) return Buffer.concat(this.#pieces);
    const response = await fetch(url, { signal: this.signal });
    if (!response.ok) throw new Error(`the request body could not be downloaded: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }
}
