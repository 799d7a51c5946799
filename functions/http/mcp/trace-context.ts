import { traceIdIn } from '#shared/domain/http/trace-id.ts';

/** The trace context of a call, from its `_meta`. See: MCP 2026-07-28, `_meta`; W3C Trace Context. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The trace context of a client. What is not valid is as if it were absent, as the recommendation requires. */
export function traceContextOf(meta: Readonly<Record<string, unknown>> | undefined): TraceContext {
  const { traceparent, tracestate } = meta ?? {};
  if (typeof traceparent !== 'string' || traceIdIn(traceparent) === undefined) return {};
  const hasState = typeof tracestate === 'string' && TRACESTATE.test(tracestate);
  return { traceparent, ...(hasState && { tracestate }) };
}

/** The headers of the requests that belong to the trace. */
export function traceHeaders({ traceparent, tracestate }: TraceContext): Record<string, string> {
  if (traceparent === undefined) return {};
  return { traceparent, ...(tracestate !== undefined && { tracestate }) };
}

/** The id by which the client knows the trace, for the log. */
export function traceIdOf({ traceparent }: TraceContext): string | undefined {
  return traceIdIn(traceparent);
}
