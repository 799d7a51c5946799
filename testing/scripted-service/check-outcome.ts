import { spanFailures } from './check-spans.ts';
import { difference, shown } from './matches.ts';
import type { Outcome, ReceivedRequest } from './outcome.ts';
import { OPTION_NAMES } from './scenario-files.ts';
import type { Expected, ExpectedRequest, ExpectedRequests } from './scenario-schema.ts';

/** What a run received. */
export interface Received {
  readonly requests: readonly ReceivedRequest[];
  readonly otherOrigin: readonly ReceivedRequest[];
  /** The handshakes of WebSockets. */
  readonly sockets: readonly ReceivedRequest[];
  /** Requests that no rule of the scenario has a reply for. */
  readonly unexpected: readonly string[];
}

/** What is wrong with an outcome, in sentences; nothing if it is as expected. */
export function failuresOf(expected: Expected, outcome: Outcome, received: Received): string[] {
  const { requests = [], sockets, logged = [], not_logged: notLogged = [], hooks = [], handlings } = expected;
  const lines = outcome.logged?.join('\n') ?? '';
  return [
    ...resultFailures(expected, outcome),
    ...[requests].flat().flatMap((one) => requestFailures(one, received.requests)),
    ...received.unexpected.map((request) => `there was a request that the scenario has no reply to: ${request}`),
    ...received.otherOrigin.map(({ method, path }) => `another origin received ${method} ${path}`),
    ...(received.sockets.length < (sockets?.at_least ?? 0)
      ? [`there were ${received.sockets.length} handshakes of WebSockets; expected at least ${sockets?.at_least}`]
      : []),
    ...logged.filter((word) => !lines.includes(word)).map((word) => `"${word}" was not logged, only ${shown(lines)}`),
    ...notLogged.filter((word) => lines.includes(word)).map((word) => `"${word}" was logged`),
    ...present(expected.hooks && difference(hooks, outcome.hooks, 'hooks')),
    ...present(handlings && difference(handlings, handlingsIn(outcome), 'what hooks for handlers were called with')),
    ...(expected.spans === undefined ? [] : spanFailures(expected.spans, outcome.spans ?? [], received.requests)),
  ];
}

/** What the hook `handle` was called with, without the calls that the loop has made. */
function handlingsIn({ hooks = [] }: Outcome): readonly object[] {
  return hooks.filter(({ hook }) => hook === 'handle' || hook === 'handled');
}

function resultFailures(expected: Expected, { language, value, error }: Outcome): string[] {
  if (expected.error === undefined) {
    if (error !== undefined) return [`the call failed: ${error.class} ${error.code} ${shown(error.message)}`];
    return present(difference(expected.value, value));
  }
  if (error === undefined) return [`the call returned ${shown(value)}; expected an error: ${expected.error.class}`];
  const { names, message = [], class: kind, ...fields } = expected.error;
  if (error.class !== kind) return [`the error is ${error.class} (${shown(error.message)}); expected ${kind}`];
  const option = names === undefined ? undefined : (OPTION_NAMES[names]?.[language] ?? names);
  const words = [...(option === undefined ? [] : [option]), ...message];
  const text = error.message.toLowerCase();
  return [
    ...words
      .filter((word) => !text.includes(word.toLowerCase()))
      .map((word) => `the message does not contain "${word}": ${shown(error.message)}`),
    ...present(difference(fields, error, 'the error')),
  ];
}

function requestFailures(expected: ExpectedRequests, all: readonly ReceivedRequest[]): string[] {
  const { count, at_most: atMost = Number.POSITIVE_INFINITY, on, same = [], each, in_order: inOrder } = expected;
  const requests = on === undefined ? all : all.filter((request) => isOn(on, request.method, request.path));
  const counted = count ?? inOrder?.length;
  return [
    ...(counted !== undefined && requests.length !== counted
      ? [`there were ${requests.length} requests; expected ${counted}`]
      : []),
    ...(requests.length > atMost ? [`there were ${requests.length} requests; expected at most ${atMost}`] : []),
    ...same
      .filter((name) => new Set(requests.map(({ headers }) => headers[name])).size > 1)
      .map((name) => `the requests have different headers ${name}`),
    ...requests.flatMap((request, index) => [
      ...(each === undefined ? [] : oneFailures(each, request, requests[index - 1], `request ${index + 1}`)),
      ...(inOrder?.[index] === undefined
        ? []
        : oneFailures(inOrder[index], request, requests[index - 1], `request ${index + 1}`)),
    ]),
  ];
}

function oneFailures(
  { headers = {}, gap_ms: gapMs, body, ...fields }: ExpectedRequest,
  request: ReceivedRequest,
  previous: ReceivedRequest | undefined,
  place: string,
): string[] {
  const headerFailures = Object.entries(headers).flatMap(([name, one]) => {
    const given = request.headers[name];
    const isRight = typeof one === 'boolean' ? (given !== undefined) === one : given === one;
    return isRight ? [] : [`${place} has the header ${name}: ${shown(given)}; expected ${shown(one)}`];
  });
  const gap = previous === undefined ? Number.POSITIVE_INFINITY : request.at - previous.at;
  return [
    ...headerFailures,
    ...present(difference(fields, request, place)),
    ...present(body === undefined ? undefined : difference(body, request.body, `the body of ${place}`)),
    ...(gapMs !== undefined && gap < gapMs ? [`${place} came after ${gap} ms; expected at least ${gapMs}`] : []),
  ];
}

/** Whether a request is the one that `on` names: a verb and a path, in which `*` is one segment. */
export function isOn(on: string, method: string, path: string): boolean {
  const segments = `${method} ${path}`.split('/');
  const wanted = on.split('/');
  return segments.length === wanted.length && wanted.every((one, index) => one === '*' || one === segments[index]);
}

function present(failure: string | undefined): string[] {
  return failure === undefined ? [] : [failure];
}
