import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { refusalOf, type Statement } from './statements.ts';
import { type PartitionKeys, tableAccesses } from './table-accesses.ts';

/** What a function may do with the tables of an engine. */
export interface TableRights {
  /** `address:port` of the engine. */
  readonly host: string;
  /** The function's name, for the message of a refusal. */
  readonly caller: string;
  readonly statements: readonly Statement[];
  readonly keys: PartitionKeys;
}

/**
 * From now on, a request from this thread to the engine fails with DynamoDB's `AccessDeniedException` unless the rights
 * allow it. The check runs in the function's own thread, because a proxy in front of the engine took a quarter of the
 * processor time of a request to the service. It sees the requests of `node:http`, which the SDK uses.
 */
export function guardTable(rights: TableRights): void {
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest };
    if (request.getHeader('host') === rights.host) guard(request, rights);
  });
}

/** The SDK passes the whole body to `end`. A request that is sent in parts is refused, because it was not checked. */
function guard(request: ClientRequest, { caller, statements, keys }: TableRights): void {
  const end = request.end as (...args: unknown[]) => ClientRequest;
  const refuse = (refusal: string) => {
    console.error(refusal);
    return request.destroy(Object.assign(new Error(`User: ${refusal}`), { name: 'AccessDeniedException' }));
  };
  request.write = () => {
    request.end = () => request;
    refuse(`${caller} sends a table request in parts, which cannot be checked`);
    return false;
  };
  request.end = (...args: unknown[]) => {
    const operation = String(request.getHeader('x-amz-target') ?? '').split('.');
    const accesses = tableAccesses(operation.at(-1) ?? '', inputOf(args[0]), keys);
    const refusal = refusalOf(caller, statements, accesses);
    return refusal === undefined ? end.apply(request, args) : refuse(refusal);
  };
}

function inputOf(body: unknown): object {
  const text = typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : '';
  return JSON.parse(text || '{}') as object;
}
