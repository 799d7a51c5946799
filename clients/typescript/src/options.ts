import type { Fetch, WebSocketConstructor } from './network.ts';

/** The options of a client. */
export interface AidOptions {
  /** An org key, agent key or login token. `AID_KEY` from the environment by default. */
  readonly key?: string | undefined;
  /** The address of the service. `AID_URL` from the environment by default, or else `http://127.0.0.1:8787`. */
  readonly url?: string | undefined;
  /**
   * The timeout of one attempt of a call, in milliseconds: 60,000 by default. A wait adds its own time. `Infinity` is
   * none.
   */
  readonly timeoutMs?: number | undefined;
  /** How many times a failed call is retried. 4 by default. */
  readonly maxRetries?: number | undefined;
  /**
   * Makes the requests to the service instead of the global `fetch`, for example through a proxy. Errors of the network
   * are retried; any other exception is reported at once, as a `ValidationError` that has it as its `cause`.
   */
  readonly fetch?: Fetch | undefined;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Opens WebSockets instead of the global `WebSocket`, for example through a proxy, or where the runtime has none.
   */
  readonly webSocket?: WebSocketConstructor | undefined;
  /** Functions that are called for calls, their attempts, and what is handled: for logs, measurements and traces. */
  readonly hooks?: Hooks | undefined;
}

/** An attempt of a call. It has no key, query or body, so it can be logged. */
export interface AttemptRecord {
  readonly method: string;
  /** Without the query: `/v1/me`. */
  readonly path: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** A response, whatever its status. */
export interface ResponseRecord extends AttemptRecord {
  readonly status: number;
  /** The time from the request to the end of the response, in milliseconds. */
  readonly durationMs: number;
  /** The id under which the service has logged the request. */
  readonly requestId: string | undefined;
}

/** An attempt that failed, and is followed by another one. */
export interface RetryRecord extends AttemptRecord {
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
  readonly error: Error;
}

/** A call, with all of its attempts. */
export interface CallRecord {
  readonly method: string;
  /** The path, with `{id}` for each id: `/v1/identities/{id}/mail/send`. `aid.request` has none. */
  readonly route: string | undefined;
  /** The scheme, host and port of the service: `https://aid.example`. */
  readonly origin: string;
}

/** How a call has ended. */
export interface CallResult {
  /** How many attempts were made. */
  readonly attempts: number;
  /** The status of the last attempt; `undefined` if it got no response. */
  readonly status: number | undefined;
  /** What the call rejects with; `undefined` if it has succeeded. */
  readonly error: unknown;
}

/** Something that the program handles: a task, an event, or a request of a tunnel. */
export interface HandlingRecord {
  readonly loop: 'events.follow' | 'tasks.work' | 'tunnels.serve';
  /** The id of the event, of the task, or of the tunnel. */
  readonly id: string;
  /** The type of the event, or the method of the request. A task has none. */
  readonly name: string | undefined;
  /** The header `traceparent` of the request, which any sender can have chosen. See: W3C Trace Context. */
  readonly traceparent?: string | undefined;
}

/** How the handling has ended. */
export interface HandlingResult {
  /** The status of the response to a request of a tunnel. */
  readonly status: number | undefined;
  /** What the handler threw; always `undefined` for an event, because its loop does not tell. */
  readonly error: unknown;
}

/** What a hook does about one thing, from its beginning to its end. */
interface Scope<R> {
  /**
   * Runs what is made, such as the attempts of a call or the handler of a task. It calls `run` once and at once. For an
   * event it is not called, because its loop runs outside of the SDK.
   */
  readonly within?: (run: () => Promise<void>) => unknown;
  /** Called once, at the end. */
  readonly end?: (result: R) => void;
}

/** What the hook `call` does about a call. `request`, `response` and `retry` are called for this call alone. */
export interface CallHooks extends Scope<CallResult>, Pick<Hooks, 'request' | 'response' | 'retry'> {
  /** Headers for all requests of the call. They replace no header of the SDK, the client or the call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the hook `handle` does about a task, an event, or a request of a tunnel. */
export type HandlingHooks = Scope<HandlingResult>;

/** Functions that a client calls. What they throw is logged, and changes nothing. */
export interface Hooks {
  /** Before each attempt. */
  readonly request?: (attempt: AttemptRecord) => void;
  /** After each complete response. */
  readonly response?: (response: ResponseRecord) => void;
  /** Before the pause of a retry. */
  readonly retry?: (retry: RetryRecord) => void;
  /** At the beginning of each call. */
  readonly call?: (call: CallRecord) => CallHooks | undefined;
  /**
   * At the beginning of each task of `tasks.work`, event of `events.follow`, and request of `tunnels.serve`. That of an
   * event ends when the loop asks for the next one.
   */
  readonly handle?: (handling: HandlingRecord) => HandlingHooks | undefined;
}

/** The options of a call, its last argument. */
export interface CallOptions {
  /** The idempotency key of a call that changes something. A new one for each call by default. */
  readonly idempotencyKey?: string | undefined;
  /** The timeout of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers for this call, in addition to the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How many times this call is retried if it fails. */
  readonly maxRetries?: number | undefined;
}

/** The agent that a call is made for. */
export interface OfIdentity {
  /** The agent's id. By default, that of `identity(id)` or the agent key's own. */
  readonly identityId?: string | undefined;
}
