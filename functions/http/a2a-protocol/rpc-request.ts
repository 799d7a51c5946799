import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';

export type RpcId = string | number | null;

/** A request of JSON-RPC 2.0. A request without `id` is a notification: it is executed without a response. */
interface RpcRequest {
  id: RpcId | undefined;
  method: string;
  params: unknown;
}

/** A parsed request, or the error and the id of the response. */
export type RpcParseResult = { request: RpcRequest } | { id: RpcId; error: ProtocolError };

/**
 * Parses one request. The protocol has no batches (A2A v1.0, section 9.3): the members of a batch would escape the rate
 * limit, and a stream could not respond to it.
 *
 * See: JSON-RPC 2.0, sections 4 and 5.
 */
export function readRpcRequest(body: string | Uint8Array | null): RpcParseResult {
  let value: unknown;
  try {
    if (typeof body !== 'string') throw new SyntaxError('no text');
    value = JSON.parse(body);
  } catch {
    return { id: null, error: new ProtocolError('PARSE_ERROR') };
  }
  if (Array.isArray(value)) return { id: null, error: invalidRequest('one request object; batches are not supported') };
  if (value === null || typeof value !== 'object') return { id: null, error: invalidRequest('one request object') };
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  if (id !== undefined && !isRpcId(id))
    return { id: null, error: invalidRequest('an id that is text, a whole number or null') };
  const refuse = (expected: string) => ({ id: id ?? null, error: invalidRequest(expected) });
  if (jsonrpc !== '2.0') return refuse('jsonrpc "2.0"');
  if (typeof method !== 'string') return refuse('a method');
  if (params !== undefined && (params === null || typeof params !== 'object'))
    return refuse('params that are an object');
  return { request: { id, method, params } };
}

function isRpcId(id: unknown): id is RpcId {
  return id === null || (typeof id === 'string' && id.length <= 255) || Number.isSafeInteger(id);
}

function invalidRequest(expected: string): ProtocolError {
  return new ProtocolError('INVALID_REQUEST', { message: `Request payload validation error: expected ${expected}` });
}
