import { type Attributes, isSpanContextValid, type SpanContext } from '@opentelemetry/api';
import type { CallRecord } from '../options.ts';

/** See: OpenTelemetry, Semantic conventions for HTTP spans, `http.request.method`. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];

/** The form of the codes of the SDK and the service. A response of another server may have any text as its code. */
const CODE = /^[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){1,3}$/;

/** See: W3C Trace Context, section 3.2. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** A method of HTTP, or what stands for any other. */
export function methodOf(method: string): string {
  return METHODS.includes(method) ? method : '_OTHER';
}

/** What is known about a call at its beginning. */
export function requestAttributes({ method, route, origin }: CallRecord): Attributes {
  const { hostname, port, protocol } = new URL(origin);
  return {
    'http.request.method': methodOf(method),
    'server.address': hostname.replace(/^\[|\]$/g, ''),
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'url.scheme': protocol.slice(0, -1),
    ...(route !== undefined && { 'url.template': route }),
  };
}

/**
 * The status, and the kind of the error: the status too, where that says it, or else the code of the SDK or the class.
 * A message may have what a response said, so it is in no attribute.
 */
export function errorAttributes(status: number | undefined, error: unknown): Attributes {
  return {
    ...(status !== undefined && { 'http.response.status_code': status }),
    ...(error !== undefined && { 'error.type': errorType(status, error) }),
  };
}

function errorType(status: number | undefined, error: unknown): string {
  if (status !== undefined && status >= 400) return String(status);
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string' && CODE.test(code)) return code;
  return error instanceof Error && typeof name === 'string' ? name : '_OTHER';
}

/**
 * The headers by which a request belongs to a trace. The service reads no others, so what a program has as baggage does
 * not leave it, whatever propagators it has registered.
 */
export function traceHeaders(span: SpanContext): Record<string, string> {
  if (!isSpanContextValid(span)) return {};
  const { traceId, spanId, traceFlags, traceState } = span;
  const flags = traceFlags.toString(16).padStart(2, '0');
  const state = traceState?.serialize();
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state && { tracestate: state }) };
}

/** The span that a `traceparent` names; `undefined` if it is not valid. */
export function remoteSpan(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? span : undefined;
}
