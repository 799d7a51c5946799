import { randomText } from './bytes.ts';
import type { WithResponse } from './call.ts';
import { AidError, ConnectionError, errorOf, mayPass, reasonOf, TimeoutError } from './errors.ts';
import { VERSION } from './generated/version.ts';
import type { AidOptions, CallOptions } from './options.ts';
import { retryPause } from './retry-pause.ts';
import { onAbort, pause } from './signals.ts';

/** A request to the service. */
export interface ApiRequest {
  readonly verb: string;
  /** Starts with `/v1`. Ids are URL-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const DEFAULT_URL = 'http://127.0.0.1:8787';
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_RETRIES = 4;
/** A longer `Retry-After`, such as for a daily limit, is left to the caller. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Makes the requests of a client, and retries temporary failures. */
export class Transport {
  readonly url: string;
  readonly #key: string | undefined;
  readonly #options: AidOptions;

  constructor(options: AidOptions) {
    this.url = (options.url ?? fromEnvironment('AID_URL') ?? DEFAULT_URL).replace(/\/+$/, '');
    if (!/^https?:/.test(new URL(this.url).protocol)) throw new TypeError(`url: ${this.url} is not http or https`);
    this.#key = options.key ?? fromEnvironment('AID_KEY');
    // The runtime's error for such a header value would reveal the key.
    if (/[^\x21-\x7e]/.test(this.#key ?? ''))
      throw new TypeError('key: it contains a character that keys never contain');
    this.#options = options;
  }

  /** The caller's key. For WebSocket handshakes, which have no headers in browsers. */
  get key(): string | undefined {
    return this.#key;
  }

  /** The function that makes the requests. */
  get fetch(): typeof fetch {
    return this.#options.fetch ?? globalThis.fetch;
  }

  /**
   * Sends a request and returns the reply. All attempts of a request that changes something have the same idempotency
   * key.
   */
  async send<T>(request: ApiRequest, options: CallOptions = {}): Promise<WithResponse<T>> {
    const { maxRetries = this.#options.maxRetries ?? MAX_RETRIES, signal } = options;
    const init = {
      method: request.verb,
      headers: this.#headers(request, options),
      // A key is sent only to the address of the service.
      redirect: 'manual',
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    } as const;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt<T>(request, init, options);
      } catch (error) {
        const ms = attempt < maxRetries ? pauseBefore(attempt, error) : undefined;
        if (ms === undefined || signal?.aborted) throw error;
        await pause(ms, signal);
      }
    }
  }

  #headers({ verb, body }: ApiRequest, { headers, idempotencyKey }: CallOptions): Record<string, string> {
    return {
      accept: 'application/json',
      'user-agent': `aid-stack-typescript/${VERSION}`,
      ...(this.#key !== undefined && { authorization: `Bearer ${this.#key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(verb !== 'GET' && { 'idempotency-key': randomText() }),
      ...lowerCase(idempotencyKey === undefined ? undefined : { 'idempotency-key': idempotencyKey }),
      ...lowerCase(this.#options.headers),
      ...lowerCase(headers),
    };
  }

  async #attempt<T>(request: ApiRequest, init: RequestInit, options: CallOptions): Promise<WithResponse<T>> {
    const { verb, path, query = {} } = request;
    const { signal } = options;
    signal?.throwIfAborted();
    const timeoutMs =
      options.timeoutMs ?? (this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS) + Number(query.timeout_ms ?? 0);
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, timeoutMs);
    const release = onAbort(signal, abort);
    try {
      const { fetch } = this;
      const response = await fetch(this.url + path + queryText(query), { ...init, signal: controller.signal });
      const text = await response.text();
      if (!response.ok) throw errorOf(response, text);
      // A truncated body is not JSON.
      return { data: response.status === 204 ? undefined : JSON.parse(text), response } as WithResponse<T>;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AidError) throw error;
      const what = `No complete response to ${verb} ${path}`;
      throw controller.signal.aborted
        ? new TimeoutError(`${what} within ${timeoutMs} ms.`, { code: 'connection.timeout', retryable: true })
        : new ConnectionError(`${what} from ${this.url}: ${reasonOf(error)}.`, {
            code: 'connection.failed',
            retryable: true,
            cause: error,
          });
    } finally {
      clearTimeout(timer);
      release();
    }
  }
}

/** Headers by lower-case name. Throws if a name or value cannot be sent. */
function lowerCase(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return headers === undefined ? {} : Object.fromEntries(new Headers(headers));
}

/** How long to wait before the next attempt; `undefined` if the error is final. */
function pauseBefore(attempt: number, error: unknown): number | undefined {
  return mayPass(error) ? retryPause(attempt, error.retryAfterMs, MAX_RETRY_AFTER_MS) : undefined;
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const texts = pairs.map(([name, value]): [string, string] => [
    name,
    value instanceof Date ? value.toISOString() : String(value),
  ]);
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts)}`;
}

/** An environment variable, if there is an environment and the program may read it. */
function fromEnvironment(name: string): string | undefined {
  try {
    return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}
