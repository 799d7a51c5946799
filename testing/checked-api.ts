import { expect } from 'vitest';
import type { Route } from '#shared/contract/route.ts';
import type { ErrorBody, ErrorCode } from '#shared/domain/errors/errors.ts';
import { ApiClient, type Call, type Reply, sentBody } from './api-client.ts';
import { checkDescribedRequest } from './check-description.ts';
import { checkError, checkReply } from './check-reply.ts';
import { type OperationName, pathOf, routeOf, type SuccessOf } from './operations.ts';

export interface CheckedCall extends Call {
  params?: Record<string, string>;
  /** A JSON value, or text or bytes that are sent unchanged. */
  body?: unknown;
  /** A query that is sent unchanged, without its question mark. */
  rawQuery?: string;
}

export interface CheckedReply<N extends OperationName> extends Reply<SuccessOf<N>> {
  error: ErrorBody['error'] | undefined;
}

/** Returns headers that authenticate the sender of a body. */
export type Signer = (body: string | Uint8Array) => Record<string, string>;

/** A client that calls operations by name and checks every reply against the route table. */
export class CheckedApi {
  readonly client: ApiClient;

  /** Signs the bodies of operations that require a signature, unless a call brings its own. */
  signer: Signer | undefined;

  constructor(client: string | ApiClient, key: string | null = null, signer?: Signer) {
    this.client = typeof client === 'string' ? new ApiClient(client, key) : client.as(key);
    this.signer = signer;
  }

  as(key: string | null): CheckedApi {
    return new CheckedApi(this.client, key, this.signer);
  }

  /** Calls an operation. Its reply may be a success or any error that the operation may return. */
  async call<N extends OperationName>(name: N, call: CheckedCall = {}): Promise<CheckedReply<N>> {
    const route = routeOf(name);
    const path = pathOf(route, call.params) + (call.rawQuery === undefined ? '' : `?${call.rawQuery}`);
    const reply = await this.client.call<SuccessOf<N>>(route.method, path, call.body, this.#signed(route, call));
    const error = checkReply(route, reply);
    if (reply.status < 300) checkRequest(route, path, call);
    return { ...reply, error };
  }

  #signed(route: Route, call: CheckedCall): CheckedCall {
    if (route.signed === undefined || this.signer === undefined) return call;
    return { ...call, headers: { ...this.signer(sentBody(call.body)), ...call.headers } };
  }

  /** Calls an operation that must succeed, and returns its body. */
  async ok<N extends OperationName>(name: N, call: CheckedCall = {}): Promise<SuccessOf<N>> {
    const reply = await this.call(name, call);
    if (reply.status >= 400) throw new Error(`${name}: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  /** Calls an operation that must fail with this code. */
  async refused<N extends OperationName>(name: N, code: ErrorCode, call: CheckedCall = {}): Promise<CheckedReply<N>> {
    const reply = await this.call(name, call);
    expect(reply.error?.code, `${name}: ${reply.status} ${reply.text}`).toBe(code);
    return reply;
  }

  /** Calls a path without an operation. The reply must be an error all the same. */
  async unrouted(method: string, path: string, body?: unknown): Promise<ErrorBody['error']> {
    const reply = await this.client.call<unknown>(method, path, body);
    return checkError(reply);
  }
}

/** The body of an error reply without the parts that differ in every reply. */
export function withoutRequestId(reply: { text: string; error?: ErrorBody['error'] | undefined }): string {
  return reply.text.replaceAll(reply.error?.request_id ?? '', '<request id>');
}

/** Checks that the description allows a request that succeeded. */
function checkRequest(route: Route, path: string, { query = {}, body }: CheckedCall): void {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  const parameters = new URLSearchParams(path.split('?')[1]);
  for (const [name, value] of given) parameters.set(name, String(value));
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  checkDescribedRequest(route, { query: parameters, body: isRaw ? undefined : body });
}
