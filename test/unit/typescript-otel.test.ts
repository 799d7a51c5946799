import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { AlwaysOffSampler, SimpleSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as sdk from '#clients/typescript/src/index.ts';
import { otelHooks } from '#clients/typescript/src/otel.ts';
import { fakeError } from '#clients/typescript/src/testing.ts';
import { runScenarios } from '#test/sdk-typescript/support/run-scenarios.ts';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { otelClient } from '../support/otel-client.ts';
import { RecordedSpans, reportedSpan, useContexts } from '../support/recorded-spans.ts';

useContexts();

test('Every scenario about hooks and traces goes as in the other languages', async () => {
  const service = await ScriptedService.start();
  onTestFinished(() => service.stop());
  const trace = () => {
    const spans = new RecordedSpans();
    return { hooks: otelHooks({ tracerProvider: spans.provider }), spans: () => spans.all.map(reportedSpan) };
  };
  const topics = ['hooks', 'tracing'];
  const results = await runScenarios({ sdk, service: service.url, runtime: 'node', topics, trace });
  expect(results.length).toBeGreaterThan(15);
  expect(results.filter(({ failures }) => failures.length > 0)).toEqual([]);
});

test('The span of a call is in that of its caller, and spans of instrumentations of fetch are not made in it', async () => {
  const spans = new RecordedSpans();
  const tracer = spans.provider.getTracer('program');
  const seen: object[] = [];
  const { aid, service } = otelClient(otelHooks({ tracerProvider: spans.provider }), {
    me: () => {
      const inner = tracer.startSpan('GET');
      seen.push({ active: trace.getActiveSpan()?.spanContext().spanId, isRecorded: inner.isRecording() });
      inner.end();
      return { org_name: 'Acme' };
    },
  });
  const outer = tracer.startSpan('program');
  await context.with(trace.setSpan(ROOT_CONTEXT, outer), () => aid.me());
  outer.end();
  const call = spans.one('GET /v1/me');
  const { traceId, spanId } = call.spanContext();
  expect(call.kind).toBe(SpanKind.CLIENT);
  expect(call.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  expect(traceId).toBe(outer.spanContext().traceId);
  expect(service.calls[0]?.headers.get('traceparent')).toBe(`00-${traceId}-${spanId}-01`);
  expect(seen).toEqual([{ active: spanId, isRecorded: false }]);
  expect(spans.names).toEqual(['program', 'GET /v1/me']);
});

test('A trace that is not sampled is passed on as such, and without a provider nothing is added', async () => {
  const unsampled = new TracerProvider({ sampler: new AlwaysOffSampler() });
  for (const [hooks, expected] of [
    [otelHooks({ tracerProvider: unsampled }), /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/],
    [otelHooks(), undefined],
  ] as const) {
    const { aid, service } = otelClient(hooks, { me: { org_name: 'Acme' } });
    expect(await aid.me()).toEqual({ org_name: 'Acme' });
    const header = service.calls[0]?.headers.get('traceparent');
    if (expected === undefined) expect(header).toBeNull();
    else expect(header).toMatch(expected);
  }
});

test('A call that its caller has ended has the name of the reason, and is no attempt that was not made', async () => {
  const spans = new RecordedSpans();
  const ending = new AbortController();
  // Once all hooks have been called, in the pause before the retry.
  const retry = () => queueMicrotask(() => ending.abort());
  const { aid } = otelClient(
    { ...otelHooks({ tracerProvider: spans.provider }), retry },
    {
      me: () => {
        throw fakeError(429, 'limit.exceeded', { headers: { 'retry-after': '50' } });
      },
    },
  );
  await expect(aid.me({ signal: ending.signal })).rejects.toThrow('aborted');
  const { attributes, events, status } = spans.one('GET /v1/me');
  expect(attributes['error.type']).toBe('AbortError');
  expect(attributes['http.request.resend_count']).toBeUndefined();
  expect(events.map(({ name }) => name)).toEqual(['retry']);
  expect(status).toEqual({ code: SpanStatusCode.ERROR });
});

const failing = () => {
  throw new Error('no exporter');
};

/** Processors of spans that do not work, and how. */
const BROKEN: Readonly<Record<string, TracerProvider>> = {
  'an exporter throws': new TracerProvider({
    spanProcessors: [
      new SimpleSpanProcessor({ exporter: { export: failing, shutdown: async () => {} } as unknown as SpanExporter }),
    ],
  }),
  'a processor throws where a span begins': new TracerProvider({
    spanProcessors: [{ onStart: failing, onEnd: () => {}, shutdown: async () => {}, forceFlush: async () => {} }],
  }),
  'a processor throws where a span ends': new TracerProvider({
    spanProcessors: [{ onStart: () => {}, onEnd: failing, shutdown: async () => {}, forceFlush: async () => {} }],
  }),
};

test.each(Object.entries(BROKEN))('A call has its outcome where %s', async (_title, tracerProvider) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const meterProvider = { getMeter: failing };
  const replies = {
    me: { org_name: 'Acme' },
    'tasks.get': () => {
      throw fakeError(404, 'resource.not_found');
    },
  };
  const { aid } = otelClient(otelHooks({ tracerProvider, meterProvider }), replies);
  expect(await aid.me()).toEqual({ org_name: 'Acme' });
  await expect(aid.tasks.get('tsk_1')).rejects.toMatchObject({ code: 'resource.not_found' });
  await tracerProvider.forceFlush().catch(() => {});
});

test('The histogram has each attempt of a call, without the pauses, and the attributes of its outcome', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  onTestFinished(() => meterProvider.shutdown());
  let left = 1;
  const { aid } = otelClient(otelHooks({ meterProvider }), {
    me: () => {
      left -= 1;
      if (left === 0) throw fakeError(503, 'service.unavailable', { retryable: true, headers: { 'retry-after': '0' } });
      return { org_name: 'Acme' };
    },
  });
  await aid.me();
  await meterProvider.forceFlush();
  const [metric] = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  expect(metric?.descriptor).toMatchObject({ name: 'http.client.request.duration', unit: 's' });
  const request = {
    'http.request.method': 'GET',
    'server.address': 'aid.test',
    'server.port': 443,
    'url.scheme': 'https',
    'url.template': '/v1/me',
  };
  const points = metric?.dataPoints.map(({ attributes, value }) => [attributes, (value as { count: number }).count]);
  expect(points).toEqual([
    [{ ...request, 'http.response.status_code': 503, 'error.type': '503' }, 1],
    [{ ...request, 'http.response.status_code': 200 }, 1],
  ]);
});
