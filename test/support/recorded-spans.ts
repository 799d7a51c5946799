import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll } from 'vitest';

/** Keeps the context of a span over asynchronous calls, in the tests of a file. The API has one manager per process. */
export function useContexts(): void {
  beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager()));
  afterAll(() => context.disable());
}

/** The spans of one client, by the SDK of OpenTelemetry. */
export class RecordedSpans {
  readonly #exporter = new InMemorySpanExporter();
  /** The ids in the order of their beginnings, which the times of spans do not tell: they are whole milliseconds. */
  readonly #began: string[] = [];
  readonly provider = new TracerProvider({
    spanProcessors: [
      {
        onStart: (span) => void this.#began.push(span.spanContext().spanId),
        onEnd: () => {},
        shutdown: async () => {},
        forceFlush: async () => {},
      },
      new SimpleSpanProcessor({ exporter: this.#exporter }),
    ],
  });

  /** Those that have ended, in the order of their beginnings. */
  get all(): readonly ReadableSpan[] {
    const place = (span: ReadableSpan) => this.#began.indexOf(span.spanContext().spanId);
    return this.#exporter.getFinishedSpans().toSorted((one, other) => place(one) - place(other));
  }

  get names(): readonly string[] {
    return this.all.map(({ name }) => name);
  }

  /** The span of a name. */
  one(name: string): ReadableSpan {
    const found = this.all.filter((span) => span.name === name);
    if (found[0] === undefined || found.length > 1) {
      throw new Error(`there are ${found.length} spans ${name}, of ${this.names.join(', ')}`);
    }
    return found[0];
  }
}

const KINDS: Readonly<Partial<Record<SpanKind, string>>> = {
  [SpanKind.CLIENT]: 'client',
  [SpanKind.CONSUMER]: 'consumer',
};

/** A span in the form of the scenarios. See: clients/vectors/README.md#outcomes. */
export function reportedSpan(span: ReadableSpan): object {
  const { name, kind, status, attributes, events, links } = span;
  const { traceId, spanId } = span.spanContext();
  return {
    trace_id: traceId,
    span_id: spanId,
    name,
    kind: KINDS[kind] ?? SpanKind[kind],
    status: status.code === SpanStatusCode.ERROR ? 'error' : 'unset',
    attributes,
    events: events.map((event) => ({ name: event.name, attributes: event.attributes ?? {} })),
    links: links.map((link) => link.context.spanId),
  };
}
