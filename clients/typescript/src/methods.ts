import { type Call, callOf, type WithResponse } from './call.ts';
import { METHODS } from './generated/methods.ts';
import type { CallOptions, OfIdentity } from './options.ts';
import { Pages } from './pages.ts';
import { showRedacted } from './redaction.ts';
import type { Transport } from './transport.ts';

/** A line of the table: see `METHODS`. */
interface Method {
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  /** What follows each sign: `identity_id` of `?identity_id`. */
  readonly marks: Readonly<Partial<Record<string, string>>>;
}

type Fields = Record<string, unknown>;

/** What the service calls the agent of an agent key. */
const OWN = 'me';

const TABLE = METHODS.split('\n').map((line): Method => {
  const [name = '', verb = '', path = '', ...marks] = line.split(' ');
  return { name, verb, path, marks: Object.fromEntries(marks.map((mark) => [mark[0], mark.slice(1)])) };
});

/** Gives a client its resources and methods. `scope` is the agent that its calls are made for, if it has one. */
export function addMethods(client: object, transport: Transport, scope: string | undefined): void {
  for (const method of TABLE) {
    const words = method.name.split('.');
    const last = words.pop() as string;
    let target = client as Fields;
    for (const word of words) {
      target[word] ??= {};
      target = target[word] as Fields;
    }
    target[last] = (...args: unknown[]) => invoke(transport, method, scope, args);
  }
}

/** Calls a method with its ids, its parameters, where it takes some, and the options. */
function invoke(
  transport: Transport,
  method: Method,
  scope: string | undefined,
  args: unknown[],
): Call<unknown> | Pages<unknown> {
  const { verb, marks } = method;
  const path = pathOf(method, args, scope);
  const { identityId: named, ...fields } = (marks.p === undefined ? {} : (args.shift() ?? {})) as Fields & OfIdentity;
  const { identityId = named ?? scope, ...options } = (args.shift() ?? {}) as CallOptions & OfIdentity;
  const query: Fields = verb === 'GET' ? fields : {};
  const body = verb === 'GET' ? {} : fields;
  if (marks['?'] !== undefined) query[marks['?']] = take(body, marks['?']) ?? query[marks['?']] ?? identityId;
  if (marks['#'] !== undefined) body[marks['#']] ??= identityId;
  const request = {
    verb,
    path: `/v1${path.replace('@', segment(identityId ?? OWN))}`,
    query,
    ...(Object.keys(body).length > 0 && { body }),
  };
  if (marks['>'] === undefined) {
    return callOf(transport.send<Fields>(request, options).then((reply) => showRedacted(reply, marks['!'])));
  }
  const [noun = '', cursor = 'created_at'] = marks['>'].split('.');
  const read = (of: Readonly<Fields>) => transport.send<Fields>({ ...request, query: of }, options);
  return new Pages(read as (of: Readonly<Fields>) => Promise<WithResponse<Fields>>, query, noun, cursor);
}

/** The path with the ids of the arguments, which are taken from them. */
function pathOf({ name, path }: Method, args: unknown[], scope: string | undefined): string {
  if (scope !== undefined && typeof args[0] !== 'string' && path.startsWith('/identities/:')) args.unshift(scope);
  return path.replace(/:/g, () => segment(args.shift(), name));
}

/** An id as a part of a path. Throws for what would make it another path. */
function segment(id: unknown, name = 'identityId'): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError(`${name}: an id is missing`);
  return encodeURIComponent(id);
}

function take(fields: Fields, name: string): unknown {
  const value = fields[name];
  delete fields[name];
  return value;
}
