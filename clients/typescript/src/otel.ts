import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Histogram,
  isSpanContextValid,
  type MeterProvider,
  metrics,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { VERSION } from './generated/version.ts';
import type { Hooks } from './options.ts';
import { errorAttributes, methodOf, remoteSpan, requestAttributes, traceHeaders } from './otel/attributes.ts';

/** Where spans and measurements go. */
export interface OtelOptions {
  /** Makes the spans. By default, the provider that the program has registered with `@opentelemetry/api`. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Makes the histogram. By default, the provider that is registered when the first call is made. */
  readonly meterProvider?: MeterProvider | undefined;
}

const SCOPE = 'aid-stack';

/**
 * With this key in the context, spans of instrumentations of `fetch` are not made. One of them would add a second
 * `traceparent` to a request, and two of them are none (W3C Trace Context, section 3.2.2).
 */
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/** In seconds. See: OpenTelemetry, Semantic conventions for HTTP metrics. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** The contexts with the spans of the events that loops of `events.follow` are handling. */
const HANDLED_EVENTS = new Map<string, Context>();

/** The attribute with the id of what is handled. */
const ID_ATTRIBUTES = {
  'events.follow': 'aid.event.id',
  'tasks.work': 'aid.task.id',
  'tunnels.serve': 'aid.tunnel.id',
} as const;

/**
 * Hooks that make OpenTelemetry spans: `new Aid({ hooks: otelHooks() })`.
 *
 * Each call is a client span with the semantic conventions of HTTP, an event for each retry, and its `traceparent` in
 * the requests. Each task of `tasks.work`, event of `events.follow` and request of `tunnels.serve` is a consumer span
 * of a new trace, with a link to the span in which the loop runs. The histogram `http.client.request.duration` has the
 * attempts. No attribute has a key, an id in a path, a query or a body.
 *
 * For hooks of your own too: `{ ...otelHooks(), response: … }`.
 */
export function otelHooks(options: OtelOptions = {}): Required<Pick<Hooks, 'call' | 'handle'>> {
  const tracer = (options.tracerProvider ?? trace).getTracer(SCOPE, VERSION);
  let histogram: Histogram | undefined;
  const measure = (ms: number, attributes: Attributes) => {
    histogram ??= (options.meterProvider ?? metrics)
      .getMeter(SCOPE, VERSION)
      .createHistogram('http.client.request.duration', {
        description: 'Duration of HTTP client requests.',
        unit: 's',
        advice: { explicitBucketBoundaries: BOUNDARIES },
      });
    histogram.record(ms / 1000, attributes);
  };
  return {
    call: (call) => {
      const attributes = requestAttributes(call);
      const { 'http.request.method': method, 'url.template': route } = attributes;
      const name = route === undefined ? `${method}` : `${method} ${route}`;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
      const inside = trace.setSpan(context.active(), span).setValue(SUPPRESS_TRACING, true);
      let beganAt: number | undefined;
      const ended = (outcome: Attributes) => {
        if (beganAt !== undefined) measure(performance.now() - beganAt, { ...attributes, ...outcome });
        beganAt = undefined;
      };
      return {
        headers: traceHeaders(span.spanContext()),
        within: (run) => context.with(inside, run),
        request: () => {
          beganAt = performance.now();
        },
        retry: ({ attempt, delayMs, error }) => {
          const outcome = errorAttributes((error as { status?: number }).status, error);
          span.addEvent('retry', { 'http.request.resend_count': attempt, 'aid.retry.delay_ms': delayMs, ...outcome });
          ended(outcome);
        },
        end: ({ attempts, status, error }) => {
          const outcome = errorAttributes(status, error);
          span.setAttributes({ ...outcome, ...(attempts > 1 && { 'http.request.resend_count': attempts - 1 }) });
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
          ended(outcome);
        },
      };
    },
    handle: ({ loop, id, name, traceparent }) => {
      const isRequest = loop === 'tunnels.serve';
      const kind = name !== undefined && isRequest ? methodOf(name) : name;
      const found: readonly (SpanContext | undefined)[] = [
        trace.getSpanContext(context.active()),
        remoteSpan(traceparent),
      ];
      const span = tracer.startSpan(kind === undefined ? loop : `${loop} ${kind}`, {
        kind: SpanKind.CONSUMER,
        root: true,
        links: found.flatMap((one) => (one !== undefined && isSpanContextValid(one) ? { context: one } : [])),
        attributes: {
          [ID_ATTRIBUTES[loop]]: id,
          ...(kind !== undefined && { [isRequest ? 'http.request.method' : 'aid.event.type']: kind }),
        },
      });
      const inside = trace.setSpan(context.active(), span);
      if (loop === 'events.follow') HANDLED_EVENTS.set(id, inside);
      return {
        within: (run) => context.with(inside, run),
        end: ({ status, error }) => {
          if (HANDLED_EVENTS.get(id) === inside) HANDLED_EVENTS.delete(id);
          const failure = error ?? (status !== undefined && status >= 500 ? {} : undefined);
          span.setAttributes(errorAttributes(status, failure));
          if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

/**
 * Runs a function in the span of an event of `events.follow`, so that the calls that it makes are part of the event's
 * trace. What it throws marks the span as failed.
 *
 *     for await (const event of aid.events.follow()) await withSpanOf(event, () => handle(event));
 */
export async function withSpanOf<T>(event: { readonly id: string }, run: () => Promise<T> | T): Promise<T> {
  const inside = HANDLED_EVENTS.get(event.id);
  if (inside === undefined) return run();
  try {
    return await context.with(inside, run);
  } catch (error) {
    trace.getSpan(inside)?.setAttributes(errorAttributes(undefined, error)).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  }
}
