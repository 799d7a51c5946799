/** The options of a client. */
export interface AidOptions {
  /** An org key, agent key or login token. `AID_KEY` from the environment by default. */
  readonly key?: string | undefined;
  /** The address of the service. `AID_URL` from the environment by default, or else `http://127.0.0.1:8787`. */
  readonly url?: string | undefined;
  /** The timeout of one attempt of a call, in milliseconds: 60,000 by default. A wait adds its own time. */
  readonly timeoutMs?: number | undefined;
  /** How many times a failed call is retried. 4 by default. */
  readonly maxRetries?: number | undefined;
  /** Makes the requests instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Headers for every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
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
