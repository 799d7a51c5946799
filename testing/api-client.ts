/** A reply of the API. `body` is undefined where there is none. */
export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface Call {
  /** Another key than that of the client; null for none. */
  key?: string | null;
  idempotencyKey?: string;
  query?: Record<string, string | number | undefined>;
  /** In addition to the usual ones; null for one that is not sent. */
  headers?: Record<string, string | null>;
  signal?: AbortSignal;
}

/** Sends a request, as `fetch` does: over HTTP, or to the pipeline in the process of the test. */
export type Send = (url: URL, init: RequestInit) => Promise<Response>;

/** A small client of the API over HTTP: paths begin with `/v1`, bodies are JSON values. */
export class ApiClient {
  readonly baseUrl: string;
  readonly key: string | null;
  readonly #send: Send;

  constructor(baseUrl: string, key: string | null = null, send: Send = fetch) {
    this.baseUrl = baseUrl.replace(/\/$/, '');
    this.key = key;
    this.#send = send;
  }

  /** The same address with another key. */
  as(key: string | null): ApiClient {
    return new ApiClient(this.baseUrl, key, this.#send);
  }

  get<T>(path: string, call: Call = {}): Promise<Reply<T>> {
    return this.call<T>('GET', path, undefined, call);
  }

  post<T>(path: string, body?: unknown, call: Call = {}): Promise<Reply<T>> {
    return this.call<T>('POST', path, body, call);
  }

  put<T>(path: string, body?: unknown, call: Call = {}): Promise<Reply<T>> {
    return this.call<T>('PUT', path, body, call);
  }

  patch<T>(path: string, body?: unknown, call: Call = {}): Promise<Reply<T>> {
    return this.call<T>('PATCH', path, body, call);
  }

  delete<T = undefined>(path: string, call: Call = {}): Promise<Reply<T>> {
    return this.call<T>('DELETE', path, undefined, call);
  }

  async call<T>(method: string, path: string, body: unknown, call: Call = {}): Promise<Reply<T>> {
    const url = new URL(this.baseUrl + path);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const key = call.key === undefined ? this.key : call.key;
    const response = await this.#send(url, {
      method,
      redirect: 'manual',
      headers: withoutNulls({
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      }),
      // Text and bytes are sent unchanged, so that a test can send what is not JSON. As bytes: to a text, fetch adds a
      // type.
      body: body === undefined ? undefined : Buffer.from(sentBody(body)),
      signal: call.signal,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) as T, text };
  }
}

function withoutNulls(headers: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The body as it is sent over the wire. */
export function sentBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body === undefined) return '';
  return isRaw(body) ? body : JSON.stringify(body);
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
