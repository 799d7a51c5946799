import { type Call, callOf } from './call.ts';
import { type Method, TABLE } from './method-table.ts';
import { segment } from './mistakes.ts';
import type { CallOptions, OfIdentity } from './options.ts';
import { Pages } from './pages.ts';
import { showRedacted } from './redaction.ts';
import type { Transport } from './transport.ts';

type Fields = Record<string, unknown>;

/** The service's name for the agent of an agent key. */
export const OWN = 'me';

/** The field of a query or a body that names the agent. */
const USUAL_FIELD = 'identity_id';

/** Adds the resources and methods to a client. `scope` is the agent that its calls are made for, if any. */
export function addMethods(client: object, transport: Transport, scope: string | undefined): void {
  for (const method of TABLE) {
    const words = method.name.split('.');
    const last = words.pop() as string;
    let target = client as Fields;
    for (const word of words) {
      target[word] ??= {};
      target = target[word] as Fields;
    }
    target[last] = (...args: unknown[]) => {
      try {
        return invoke(transport, method, scope, args);
      } catch (error) {
        // A mistake of the program: what returns a promise rejects, and a list fails when it is read.
        const failed = () => Promise.reject(error);
        return '>' in method.marks ? new Pages(failed, {}, '.') : callOf(failed);
      }
    };
  }
}

/** Calls a method with its ids, its parameters if it takes any, and the options. */
function invoke(
  transport: Transport,
  { name, verb, path, takesParameters, marks }: Method,
  scope: string | undefined,
  args: unknown[],
): Call<unknown> | Pages<unknown> {
  if (scope !== undefined && typeof args[0] !== 'string' && path.startsWith('/identities/:')) args.unshift(scope);
  const withIds = path.replace(/:/g, () => segment(args.shift(), name));
  const { identityId: named, ...fields } = ((takesParameters && args.shift()) || {}) as Fields & OfIdentity;
  const { identityId = named ?? scope, ...options } = (args.shift() ?? {}) as CallOptions & OfIdentity;
  if (identityId !== undefined) segment(identityId, 'identityId');
  const isRead = verb === 'GET';
  const query: Fields = isRead ? fields : {};
  const ofAgent = marks['?'] ?? marks['#'];
  if (ofAgent !== undefined) {
    const field = ofAgent || USUAL_FIELD;
    fields[field] ??= identityId;
    if (!isRead && '?' in marks) {
      query[field] = fields[field];
      delete fields[field];
    }
  }
  const request = {
    verb,
    route: `/v1${path.replace(/[:@]/g, '{id}')}`,
    path: `/v1${withIds.replace('@', identityId === undefined ? OWN : encodeURIComponent(identityId))}`,
    query,
    ...(!isRead && Object.keys(fields).length > 0 && { body: fields }),
  };
  const { '>': list, '!': secret } = marks;
  if (list === undefined) {
    return callOf(async () => showRedacted(await transport.send<Fields>(request, options), secret));
  }
  const read = (of: Readonly<Fields>) => transport.send<Fields>({ ...request, query: of }, options);
  return new Pages(read, query, list);
}
