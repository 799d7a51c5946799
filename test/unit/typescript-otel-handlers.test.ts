import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { otelHooks, withSpanOf } from '#clients/typescript/src/otel.ts';
import { type FakeCall, fakeError } from '#clients/typescript/src/testing.ts';
import { FakeTask, startWork } from '../support/fake-task.ts';
import { otelClient } from '../support/otel-client.ts';
import { RecordedSpans, useContexts } from '../support/recorded-spans.ts';

useContexts();

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
  const { aid } = otelClient(otelHooks({ tracerProvider: spans.provider }), {
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
