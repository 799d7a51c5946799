/** What a client did, as its runner reports it. See: clients/vectors/README.md#outcomes. */
export interface Outcome {
  readonly language: Language;
  /** What the call returned, as JSON with the names of the API. */
  readonly value?: unknown;
  readonly error?: ReportedError;
  /** The lines that the client logged. */
  readonly logged?: readonly string[];
  /** What the hooks were called with. */
  readonly hooks?: readonly Readonly<Record<string, unknown>>[];
  /** The OpenTelemetry spans, in the order of their beginnings. */
  readonly spans?: readonly ReportedSpan[];
}

type Language = 'typescript' | 'python' | 'go';

interface ReportedError {
  readonly class: string;
  readonly message: string;
  readonly code?: string | null;
  readonly status?: number | null;
  readonly retryable?: boolean | null;
  readonly retry_after_ms?: number | null;
  /** The reason of a refused webhook delivery. */
  readonly reason?: string | null;
}

/** A span as a runner reports it. */
export interface ReportedSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly name: string;
  readonly kind: string;
  /** `unset` or `error`. */
  readonly status: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[];
  /** The ids of the spans that it is linked to. */
  readonly links: readonly string[];
}

/** A request that a run received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, or the text if it is not JSON; `undefined` for none. */
  readonly body: unknown;
  /** When it arrived, in milliseconds. */
  readonly at: number;
}
