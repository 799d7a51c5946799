/** What a client is made with. */
export interface AidOptions {
  /** An org key, an agent key or a login token. By default the environment's `AID_KEY`. */
  readonly key?: string | undefined;
  /** The address of the service. By default the environment's `AID_URL`, else `http://127.0.0.1:8787`. */
  readonly url?: string | undefined;
  /** How long one attempt of a call may take, in milliseconds: 60,000 by default. A wait adds its own time. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed call is made again. 4 by default. */
  readonly maxRetries?: number | undefined;
  /** What makes the requests in place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What every call takes as its last argument. */
export interface CallOptions {
  /** The idempotency key of a call that changes something. Each call has one of its own by default. */
  readonly idempotencyKey?: string | undefined;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Ends the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of this call, in addition to those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often this call is made again if it fails. */
  readonly maxRetries?: number | undefined;
}

/** Which agent a call is made for. */
export interface OfIdentity {
  /** The agent's id. By default that of `identity(id)`, and with an agent key its own. */
  readonly identityId?: string | undefined;
}
