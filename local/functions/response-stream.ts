import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FromWorker, StreamHead } from './protocol.ts';

const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming');

/**
 * The response of a streaming handler. Head and chunks are sent to the parent as they are written.
 *
 * Source: Lambda developer guide, Response streaming for Lambda functions.
 */
export class ResponseStream extends Writable {
  readonly #id: number;
  readonly #post: (message: FromWorker) => void;
  #contentType = 'application/octet-stream';
  #saidHead = false;

  constructor(id: number, post: (message: FromWorker) => void) {
    super();
    this.#id = id;
    this.#post = post;
  }

  setContentType(type: string): void {
    this.#contentType = type;
  }

  setHead(head: StreamHead): void {
    if (this.#saidHead) return;
    this.#saidHead = true;
    this.#post({ type: 'head', id: this.#id, head });
  }

  /** Resolves when the handler has ended the stream and the parent has been notified. */
  finished(): Promise<void> {
    return finished(this);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.setHead({ statusCode: 200, headers: { 'content-type': this.#contentType } });
    if (chunk.length > 0) this.#post({ type: 'chunk', id: this.#id, bytes: new Uint8Array(chunk) });
    callback();
  }

  override _final(callback: () => void): void {
    this.setHead({ statusCode: 200, headers: { 'content-type': this.#contentType } });
    this.#post({ type: 'end', id: this.#id });
    callback();
  }
}

/** The global that the runtime gives to streaming handlers. */
export const awslambda = {
  streamifyResponse<T extends object>(handler: T): T {
    return Object.assign(handler, { [STREAMING]: 'response' });
  },
  HttpResponseStream: {
    from(stream: ResponseStream, head: StreamHead): ResponseStream {
      stream.setHead(head);
      return stream;
    },
  },
};

/** A handler that `streamifyResponse` has marked. It writes its response to a stream. */
export interface StreamingHandler {
  (event: unknown, stream: ResponseStream, context: unknown): unknown;
  readonly [STREAMING]: string;
}

export function isStreaming(handler: object): handler is StreamingHandler {
  return STREAMING in handler;
}
