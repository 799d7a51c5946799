import { expect, test } from 'vitest';
import { spanFailures } from '#testing/scripted-service/check-spans.ts';
import type { ReceivedRequest, ReportedSpan } from '#testing/scripted-service/outcome.ts';
import type { ExpectedSpan } from '#testing/scripted-service/scenario-schema.ts';

const REQUEST: ReceivedRequest = {
  method: 'POST',
  path: '/v1/identities/agt_0123/mail/send',
  query: { token: 'query-text' },
  headers: { authorization: 'Bearer aid_agt_key', 'idempotency-key': 'idem-text', traceparent: '00-t1-s1-01' },
  body: { to: ['ada@example.com'], parts: [{ text: 'The code is 493018.' }] },
  at: 0,
};

const EXPECTED: ExpectedSpan = {
  name: 'POST /v1/identities/{id}/mail/send',
  kind: 'client',
  status: 'unset',
  attributes: { 'http.response.status_code': 202, 'server.port': '*' },
};

const SPAN: ReportedSpan = {
  trace_id: 't1',
  span_id: 's1',
  name: EXPECTED.name,
  kind: 'client',
  status: 'unset',
  attributes: { 'http.response.status_code': 202, 'server.port': 8787 },
  events: [],
  links: [],
};

test('The spans of a client that are as expected have no failures', () => {
  expect(spanFailures([EXPECTED], [SPAN], [REQUEST])).toEqual([]);
});

test.each([
  ['the key', 'aid_agt_key'],
  ['the idempotency key', 'idem-text'],
  ['an id of the path', 'agt_0123'],
  ['a query', 'query-text'],
  ['an address of the body', 'ada@example.com'],
  ['a text in an array of the body', 'The code is 493018.'],
])('A span that has %s is a failure, in an attribute, in an event and in its name', (_what, text) => {
  const attributes = { ...SPAN.attributes, 'server.port': `a ${text}` };
  const event = { name: 'retry', attributes: { 'aid.retry.delay_ms': text } };
  const wantsEvent = { ...EXPECTED, events: [{ name: 'retry', attributes: {} }] };
  expect(spanFailures([EXPECTED], [{ ...SPAN, attributes }], [REQUEST])).toEqual([`a span has "${text}"`]);
  expect(spanFailures([wantsEvent], [{ ...SPAN, events: [event] }], [REQUEST])).toEqual([`a span has "${text}"`]);
  const named = { ...EXPECTED, name: text };
  expect(spanFailures([named], [{ ...SPAN, name: text }], [REQUEST])).toEqual([`a span has "${text}"`]);
});

test('What a scenario does not expect of a span is a failure', () => {
  const wrong: readonly (readonly [Partial<ReportedSpan>, RegExp])[] = [
    [{ attributes: { ...SPAN.attributes, 'url.full': 'x' } }, /has the attribute url\.full/],
    [{ attributes: { 'http.response.status_code': 202 } }, /server\.port/],
    [{ attributes: { ...SPAN.attributes, 'http.response.status_code': 500 } }, /status_code is 500/],
    [{ status: 'error' }, /status is "error"/],
    [{ kind: 'consumer' }, /kind is "consumer"/],
    [{ events: [{ name: 'retry', attributes: {} }] }, /1 events that are not expected/],
    [{ span_id: 's2' }, /the traceparent 00-t1-s1-01, which is that of no call/],
  ];
  for (const [change, failure] of wrong) {
    expect(spanFailures([EXPECTED], [{ ...SPAN, ...change }], [REQUEST])[0]).toMatch(failure);
  }
  expect(spanFailures([EXPECTED], [], [REQUEST])[0]).toMatch(/^the spans are ; expected POST/);
});
