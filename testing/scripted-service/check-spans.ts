import { difference, shown } from './matches.ts';
import type { ReceivedRequest, ReportedSpan } from './outcome.ts';
import type { ExpectedSpan } from './scenario-schema.ts';

/** In a scenario, any value of an attribute: those that depend on the language, or on the port of the service. */
const ANY = '*';

/** The attributes by which a program recognizes what it handles. */
const OWN_ATTRIBUTES = ['aid.event.id', 'aid.event.type', 'aid.task.id', 'aid.tunnel.id'];

/** The flags of a sampled trace: alone, and with that of a random id, which some SDKs of OpenTelemetry set. */
const SAMPLED = ['01', '03'];

/** Shorter texts, such as `me`, are in many texts that have nothing to do with them. */
const MIN_SECRET_LENGTH = 5;

/**
 * What is wrong with the spans of a client: they are not those that are expected, a request does not name the span of
 * its call, or a span has something of a request that no span may have.
 */
export function spanFailures(
  expected: readonly ExpectedSpan[],
  spans: readonly ReportedSpan[],
  requests: readonly ReceivedRequest[],
): string[] {
  const names = (of: readonly { readonly name: string }[]) => of.map(({ name }) => name).join(', ');
  if (spans.length !== expected.length) return [`the spans are ${names(spans)}; expected ${names(expected)}`];
  return [
    ...expected.flatMap((one, index) => oneSpanFailures(one, spans[index])),
    ...requests.flatMap((request) => traceFailures(request, spans)),
    ...leakFailures(spans, requests),
  ];
}

function oneSpanFailures(expected: ExpectedSpan, span: ReportedSpan | undefined): string[] {
  const place = `the span ${expected.name}`;
  const given = (name: string, value: unknown) => (value === ANY ? (span?.attributes[name] ?? 'a value') : value);
  const wanted = Object.entries(expected.attributes).map(([name, value]) => [name, given(name, value)]);
  const different = difference({ ...expected, attributes: Object.fromEntries(wanted) }, span, place);
  if (different !== undefined || span === undefined) return [different ?? `${place} is missing`];
  // An attribute that no one expects may be one that no span may have.
  const unknown = Object.keys(span.attributes).filter((name) => !(name in expected.attributes));
  const events = span.events.length - (expected.events?.length ?? 0);
  return [
    ...unknown.map((name) => `${place} has the attribute ${name}: ${shown(span.attributes[name])}`),
    ...(events > 0 ? [`${place} has ${events} events that are not expected`] : []),
  ];
}

function traceFailures({ method, path, headers }: ReceivedRequest, spans: readonly ReportedSpan[]): string[] {
  const { traceparent = 'none' } = headers;
  const isOfCall = spans.some(
    ({ kind, trace_id: trace, span_id: span }) =>
      kind === 'client' && SAMPLED.some((flags) => traceparent === `00-${trace}-${span}-${flags}`),
  );
  return isOfCall ? [] : [`${method} ${path} has the traceparent ${traceparent}, which is that of no call`];
}

/** The key, the ids, the queries and the bodies are in no span. */
function leakFailures(spans: readonly ReportedSpan[], requests: readonly ReceivedRequest[]): string[] {
  const texts = requests.flatMap(({ path, query, headers, body }) => [
    (headers.authorization ?? '').replace('Bearer ', ''),
    headers['idempotency-key'] ?? '',
    ...path.split('/').filter((segment) => segment.includes('_')),
    ...Object.values(query),
    ...textsIn(body),
  ]);
  const secrets = [...new Set(texts)].filter((text) => text.length >= MIN_SECRET_LENGTH);
  const all = JSON.stringify(spans.map(({ name, attributes, events }) => ({ name, attributes, events })));
  const own = spans.flatMap(({ attributes }) => OWN_ATTRIBUTES.map((name) => attributes[name]));
  return secrets.filter((text) => all.includes(text) && !own.includes(text)).map((text) => `a span has "${text}"`);
}

/** The texts in a value of JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
