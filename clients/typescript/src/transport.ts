import { randomText } from './bytes.ts';
import type { WithResponse } from './call.ts';
import { AidError, ConnectionError, errorOf, invalidResponse, mayPass, redirectError, TimeoutError } from './errors.ts';
import { errorOfFetch } from './fetch-errors.ts';
import { VERSION } from './generated/version.ts';
import { guarded, observed } from './hooks.ts';
import { addressOf, headersOf, keyOf, requireIdempotencyKey, requireRetries, requireTimeout } from './mistakes.ts';
import type { Fetch, FetchedResponse, FetchInit, WebSocketConstructor } from './network.ts';
import type { AidOptions, AttemptRecord, CallOptions, Hooks, ResponseRecord, RetryRecord } from './options.ts';
import { bodyText, queryText } from './request-text.ts';
import { retryPause } from './retry-pause.ts';
import { after, onAbort, pause } from './signals.ts';

/** A request to the service. */
export interface ApiRequest {
  readonly verb: string;
  /** Starts with `/v1`. Ids are URL-encoded. */
  readonly path: string;
  /** The path with `{id}` for each id, for hooks. */
  readonly route?: string | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Calls the hooks for an attempt. */
type Report = (name: 'request' | 'response' | 'retry', record: AttemptRecord | ResponseRecord | RetryRecord) => void;

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
    this.url = addressOf(options.url ?? fromEnvironment('AID_URL') ?? DEFAULT_URL);
    this.#key = keyOf(options.key ?? fromEnvironment('AID_KEY'));
    this.#options = { ...options, headers: headersOf(options.headers) };
    requireTimeout(options.timeoutMs);
    requireRetries(options.maxRetries);
  }

  /** The caller's key. For WebSocket handshakes, which have no headers in browsers. */
  get key(): string | undefined {
    return this.#key;
  }

  /** The function that makes the requests. */
  get fetch(): Fetch {
    return this.#options.fetch ?? globalThis.fetch;
  }

  /** The program's own constructor of WebSockets, if it has one. */
  get webSocket(): WebSocketConstructor | undefined {
    return this.#options.webSocket;
  }

  /** The program's hooks. */
  get hooks(): Hooks | undefined {
    return this.#options.hooks;
  }

  /**
   * Sends a request and returns the reply. All attempts of a request that changes something have the same idempotency
   * key. A mistake of the program rejects with a `ValidationError` before the first attempt.
   */
  async send<T>(request: ApiRequest, options: CallOptions = {}): Promise<WithResponse<T>> {
    const { maxRetries = this.#options.maxRetries ?? MAX_RETRIES, signal, timeoutMs } = options;
    requireRetries(maxRetries);
    requireTimeout(timeoutMs);
    const { verb, path, route, query = {} } = request;
    const address = this.url + path + queryText(query);
    const headers = this.#headers(request, options);
    const body = request.body !== undefined && { body: bodyText(request.body) };
    const limitMs = timeoutMs ?? (this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS) + Number(query.timeout_ms ?? 0);
    const { hooks } = this;
    const own = hooks?.call && guarded(() => hooks.call?.({ method: verb, route, origin: new URL(this.url).origin }));
    const init = {
      method: verb,
      headers: { ...(own && guarded(() => headersOf(own.headers))), ...headers },
      // A key is sent only to the address of the service.
      redirect: 'manual',
      ...body,
    } as const;
    let attempts = 0;
    const report: Report = (name, record) => {
      attempts = record.attempt;
      for (const one of [hooks, own]) guarded(() => (one?.[name] as ((of: unknown) => void) | undefined)?.(record));
    };
    const run = async () => {
      for (let attempt = 1; ; attempt += 1) {
        const record = { method: verb, path, attempt };
        try {
          return await this.#attempt<T>(address, init, limitMs, record, report, signal);
        } catch (error) {
          if (attempt > maxRetries || !mayPass(error)) throw error;
          const delayMs = retryPause(attempt - 1, error.retryAfterMs, MAX_RETRY_AFTER_MS);
          if (delayMs === undefined || signal?.aborted) throw error;
          report('retry', { ...record, delayMs, error: error as Error });
          await pause(delayMs, signal);
        }
      }
    };
    if (!own) return run();
    return observed(own, run, (reply, error) => {
      const status = reply?.response.status ?? (error as { status?: number } | undefined)?.status;
      return { attempts, status, error };
    });
  }

  #headers({ verb, body }: ApiRequest, { headers, idempotencyKey }: CallOptions): Record<string, string> {
    requireIdempotencyKey(idempotencyKey);
    return {
      accept: 'application/json',
      'user-agent': `aid-stack-typescript/${VERSION}`,
      ...(this.#key !== undefined && { authorization: `Bearer ${this.#key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(verb !== 'GET' && { 'idempotency-key': randomText() }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...this.#options.headers,
      ...headersOf(headers),
    };
  }

  async #attempt<T>(
    address: string,
    init: FetchInit,
    timeoutMs: number,
    record: AttemptRecord,
    report: Report,
    signal: AbortSignal | undefined,
  ): Promise<WithResponse<T>> {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort();
    const stop = after(timeoutMs, abort);
    const release = onAbort(signal, abort);
    const beganAt = Date.now();
    report('request', record);
    try {
      const { fetch } = this;
      const response = await fetch(address, { ...init, signal: controller.signal });
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        throw redirectError(response, address.replace(/\?.*/, ''));
      }
      const text = await response.text();
      const requestId = response.headers.get('x-request-id') ?? undefined;
      const durationMs = Date.now() - beganAt;
      report('response', { ...record, status: response.status, durationMs, requestId });
      if (!response.ok) {
        const refused = errorOf(response, text);
        throw !refused.retryable && isCutOff(text) ? cutOff() : refused;
      }
      return { data: dataIn(response, text), response } as unknown as WithResponse<T>;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AidError) throw error;
      const what = `No complete response to ${record.method} ${record.path}`;
      throw controller.signal.aborted
        ? new TimeoutError(`${what} within ${timeoutMs} ms.`, { code: 'connection.timeout', retryable: true })
        : errorOfFetch(error, `${what} from ${this.url}`, this.#options.fetch !== undefined);
    } finally {
      stop();
      release();
    }
  }
}

/** The reply in a response. */
function dataIn(response: FetchedResponse, text: string): unknown {
  const { status, headers } = response;
  if (status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const type = headers.get('content-type') ?? 'no content type';
    if (/json/.test(type) || isCutOff(text)) throw cutOff();
    throw invalidResponse(`The response is not JSON (${type}): is url the address of the service?`, status);
  }
}

/** Whether a text is the beginning of JSON: the rest was lost on the way. */
function isCutOff(text: string): boolean {
  try {
    JSON.parse(text);
  } catch {
    return /^[{[]/.test(text);
  }
  return false;
}

/** What a response says is not known, so the call is repeated as if there were none. */
function cutOff(): ConnectionError {
  return new ConnectionError('The response was cut off.', { code: 'connection.failed', retryable: true });
}

/** An environment variable, if there is an environment and the program may read it. */
function fromEnvironment(name: string): string | undefined {
  try {
    return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}
