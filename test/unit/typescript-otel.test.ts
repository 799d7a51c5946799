import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { AlwaysOffSampler, SimpleSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as sdk from '#clients/typescript/src/index.ts';
import { otelHooks, withSpanOf } from '#clients/typescript/src/otel.ts';
import { type FakeCall, FakeService, fakeError } from '#clients/typescript/src/testing.ts';
import { runScenarios } from '#test/sdk-typescript/support/run-scenarios.ts';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { FakeTask, startWork } from '../support/fake-task.ts';
import { RecordedSpans, reportedSpan, useContexts } from '../support/recorded-spans.ts';

useContexts();

const KEY = 'aid_agt_test';

/** A client with hooks, of a service with these replies. */
function clientOf(hooks: sdk.Hooks, replies: Record<string, unknown>, options: sdk.AidOptions = {}) {
  const service = new FakeService(replies);
  return { service, aid: new sdk.Aid({ key: KEY, url: 'https://aid.test', fetch: service.fetch, hooks, ...options }) };
}

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
  const { aid, service } = clientOf(otelHooks({ tracerProvider: spans.provider }), {
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
    const { aid, service } = clientOf(hooks, { me: { org_name: 'Acme' } });
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
  const { aid } = clientOf(
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
  const { aid } = clientOf(otelHooks({ tracerProvider, meterProvider }), replies);
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
  const { aid } = clientOf(otelHooks({ meterProvider }), {
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

test('The handler of a task runs in a trace of its own, with a link to the span in which the loop runs', async () => {
  const spans = new RecordedSpans();
  const hooks = otelHooks({ tracerProvider: spans.provider });
  const task = new FakeTask(['caller', 'Lunch, please.']);
  const aid = task.aid(undefined, { hooks });
  const outer = spans.provider.getTracer('program').startSpan('program');
  context.with(trace.setSpan(ROOT_CONTEXT, outer), () =>
    startWork(aid, async (_task, { update }) => {
      await update('Looking at the menu.');
      return 'Ordered.';
    }),
  );
  await expect.poll(() => task.state).toBe('completed');
  const handling = spans.one('tasks.work');
  expect(handling).toMatchObject({ kind: SpanKind.CONSUMER, attributes: { 'aid.task.id': 'tsk_1' } });
  expect(handling.attributes).toEqual({ 'aid.task.id': 'tsk_1' });
  expect(handling.parentSpanContext).toBeUndefined();
  expect(handling.links.map((link) => link.context.spanId)).toEqual([outer.spanContext().spanId]);
  const { traceId } = handling.spanContext();
  const within = spans.all.filter((span) => span.spanContext().traceId === traceId && span !== handling);
  // Its update; the claim and the reply are those of the loop.
  expect(within.map(({ name }) => name)).toEqual(['POST /v1/a2a/tasks/{id}/reply']);
  outer.end();
});

test('A handler of a task that throws marks its span, without its message', async () => {
  const spans = new RecordedSpans();
  const task = new FakeTask(['caller', 'Lunch, please.']);
  startWork(task.aid(undefined, { hooks: otelHooks({ tracerProvider: spans.provider }) }), () => {
    throw new RangeError('the code is 493018');
  });
  await expect.poll(() => task.state).toBe('failed');
  const { attributes, status, events } = spans.one('tasks.work');
  expect(attributes).toEqual({ 'aid.task.id': 'tsk_1', 'error.type': 'RangeError' });
  expect([status, events]).toEqual([{ code: SpanStatusCode.ERROR }, []]);
});

const EVENTS = ['evt_1', 'evt_2'].map((id, index) => ({
  id,
  type: 'mail.received',
  created_at: `2026-11-21T08:00:0${index}.000Z`,
}));

test('The calls for an event are in its trace where the program asks for it, and the next event has another', async () => {
  const spans = new RecordedSpans();
  const { aid } = clientOf(otelHooks({ tracerProvider: spans.provider }), {
    'events.streams.create': () => {
      throw fakeError(429, 'limit.exceeded', { headers: { 'retry-after': '60' } });
    },
    'events.list': ({ query }: FakeCall) => EVENTS.filter(({ created_at: at }) => at > (query.since ?? '')),
    me: { org_name: 'Acme' },
  });
  const traces: (string | undefined)[] = [];
  for await (const event of aid.events.follow({ since: '2026-01-01T00:00:00.000Z' })) {
    const isLast = event.id === 'evt_2';
    const handled = withSpanOf(event, async () => {
      traces.push(trace.getActiveSpan()?.spanContext().traceId);
      await aid.me();
      if (isLast) throw new RangeError('no disk');
    });
    if (isLast) await expect(handled).rejects.toThrow('no disk');
    else await handled;
    expect(trace.getActiveSpan()).toBeUndefined();
    if (isLast) break;
  }
  const [first, last] = spans.all.filter(({ name }) => name === 'events.follow mail.received');
  expect(traces).toEqual([first?.spanContext().traceId, last?.spanContext().traceId]);
  expect(traces[0]).not.toBe(traces[1]);
  const calls = spans.all.filter(({ name }) => name === 'GET /v1/me');
  expect(calls.map(({ parentSpanContext: parent }) => parent?.spanId)).toEqual(
    [first, last].map((span) => span?.spanContext().spanId),
  );
  expect(first?.attributes).toEqual({ 'aid.event.id': 'evt_1', 'aid.event.type': 'mail.received' });
  expect(last?.attributes['error.type']).toBe('RangeError');
  // An event that no loop is handling has no span.
  expect(await withSpanOf({ id: 'evt_1' }, () => trace.getActiveSpan())).toBeUndefined();
});

test.each([
  ['is that of a sampled span', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', TraceFlags.SAMPLED],
  ['has parts of a later version', 'cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more', TraceFlags.SAMPLED],
  ['has the version that is not allowed', 'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', undefined],
  ['has no trace', '00-00000000000000000000000000000000-b7ad6b7169203331-01', undefined],
  ['is two of them', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01, 00-1', undefined],
])(
  'A request of a tunnel is linked to what sent it unless its traceparent is not valid: it %s',
  (_title, header, flags) => {
    const spans = new RecordedSpans();
    const { handle } = otelHooks({ tracerProvider: spans.provider });
    handle({ loop: 'tunnels.serve', id: 'tun_1', name: 'BREW', traceparent: header })?.end?.({
      status: 503,
      error: undefined,
    });
    const { links, attributes, status } = spans.one('tunnels.serve _OTHER');
    expect(links.map((link) => link.context.traceFlags)).toEqual(flags === undefined ? [] : [flags]);
    expect(attributes).toMatchObject({ 'http.request.method': '_OTHER', 'error.type': '503' });
    expect(status).toEqual({ code: SpanStatusCode.ERROR });
  },
);
