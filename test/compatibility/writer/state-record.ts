/**
 * What the program that writes a state says about it, as one line of JSON. The present test reads what the program of
 * an older release has printed, so members are added and never changed.
 */
export interface StateRecord {
  /** Reads that have the same result in every release, but for members that an older release does not know. */
  readonly reads: readonly StoredRequest[];
  /** Requests with an idempotency key that were answered before. */
  readonly repeats: readonly (StoredRequest & { readonly status: number; readonly reply: unknown })[];
  /** Requests that work on what is stored, each with the status that it has to have; any success without one. */
  readonly acts: readonly (StoredRequest & { readonly name: string; readonly status?: number | undefined })[];
  /** What becomes of the jobs that wait, once they are done. */
  readonly outcomes: readonly Outcome[];
  readonly tunnels: readonly { readonly connectUrl: string; readonly publicUrl: string; readonly key: string }[];
}

export interface StoredRequest {
  readonly method: string;
  readonly path: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A read that ends with this text in its reply. */
export interface Outcome extends StoredRequest {
  readonly name: string;
  readonly contains: string;
}

/** What the program that writes a state needs to know, as JSON in its arguments. */
export interface WriterOptions {
  readonly url: string;
  readonly smtpPort: number;
  /** The address of a webhook receiver. */
  readonly receiver: string;
  /** `settled`: a state in which nothing waits. `waiting`: one in which the workers behind the queues do not run. */
  readonly state: 'settled' | 'waiting';
}
