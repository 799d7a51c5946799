import { TABLE } from './method-table.ts';

/** A call that a `FakeService` received. */
export interface FakeCall {
  /** The name of the method: `mail.send`. For a path that the SDK does not know, verb and path. */
  readonly method: string;
  /** The ids in the path, in order, including the agent's: `['me', 'msg_…']`. */
  readonly ids: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  /** The request's JSON; `undefined` if it has none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads fields that it has sent itself
  readonly body: any;
  readonly headers: Headers;
}

/**
 * A reply of a `FakeService`: a value is sent as JSON, an array as the rows of a page, `undefined` as 204, and a
 * `Response` unchanged. A function gets the call, and may throw `fakeError(…)`.
 */
export type FakeReply = unknown | ((call: FakeCall) => unknown);

/** An error that a `FakeService` replies with. */
class FakeError extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`fake ${response.status}`);
    this.response = response;
  }
}

/**
 * An error of the service, to be thrown by a reply of a `FakeService`: `throw fakeError(404, 'resource.not_found')`.
 */
export function fakeError(
  status: number,
  code: string,
  { message = code, retryable = false, headers = {} as Readonly<Record<string, string>> } = {},
): Error {
  const error = { code, message, request_id: 'fake', retryable };
  return new FakeError(Response.json({ error }, { status, headers }));
}

interface Line {
  readonly name: string;
  readonly verb: string;
  readonly pattern: RegExp;
  readonly noun: string | undefined;
}

const LINES = TABLE.map(({ name, verb, path, marks }): Line => {
  const pattern = path.replace(/[.]/g, '\\.').replace(/[:@]/g, '([^/]+)');
  return { name, verb, pattern: new RegExp(`^/v1${pattern}$`), noun: marks['>']?.split('.')[0] };
})
  // A literal path segment takes precedence over an id: `/events/wait` is not an event.
  .sort((one, other) => groupsOf(one) - groupsOf(other));

function groupsOf({ pattern }: Line): number {
  return pattern.source.split('(').length;
}

/**
 * A service for tests, without a network:
 *
 *     const service = new FakeService({ 'mail.send': { id: 'msg_1', status: 'queued' } });
 *     const aid = new Aid({ key: 'aid_agt_test', fetch: service.fetch });
 *
 * A call without a reply rejects with the code `fake.unexpected`, and is not retried.
 */
export class FakeService {
  /** The calls in order. Each attempt counts. */
  readonly calls: FakeCall[] = [];
  /** The replies by method name, or by verb and path. A test may change them at any time. */
  readonly replies: Record<string, FakeReply>;

  constructor(replies: Record<string, FakeReply> = {}) {
    this.replies = replies;
  }

  /** The calls of one method. */
  callsOf(method: string): FakeCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** For the option `fetch` of a client. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const line = LINES.find(({ verb, pattern }) => verb === request.method && pattern.test(pathname));
    const text = await request.text();
    const call: FakeCall = {
      method: line?.name ?? `${request.method} ${pathname}`,
      ids: (line?.pattern.exec(pathname)?.slice(1) ?? []).map(decodeURIComponent),
      query: Object.fromEntries(searchParams),
      body: text === '' ? undefined : JSON.parse(text),
      headers: request.headers,
    };
    this.calls.push(call);
    try {
      if (!Object.hasOwn(this.replies, call.method)) {
        throw fakeError(400, 'fake.unexpected', { message: `FakeService has no reply to ${call.method}` });
      }
      const reply = this.replies[call.method];
      return responseOf(typeof reply === 'function' ? await reply(call) : reply, line?.noun);
    } catch (error) {
      if (error instanceof FakeError) return error.response;
      throw error;
    }
  };
}

function responseOf(reply: unknown, noun: string | undefined): Response {
  if (reply instanceof Response) return reply;
  if (reply === undefined) return new Response(null, { status: 204 });
  return Response.json(noun !== undefined && Array.isArray(reply) ? { [noun]: reply } : reply);
}
