import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ObjectStore } from './object-store.ts';

/** A call of an operation on an object, or on a bucket if `key` is empty. */
export interface ObjectCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly store: ObjectStore;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
}
