import { ProtocolError } from '../../../shared/domain/a2a/protocol-error.ts';

export type RpcId = string | number | null;

/** A request of JSON-RPC 2.0. One without `id` is a notification: it is carried out and not answered. */
export interface RpcRequest {
  id: RpcId | undefined;
  method: string;
  params: unknown;
}

/** What could be read of a body: a request, or why it is none and which id the answer carries. */
export type RpcParseResult = { request: RpcRequest } | { id: RpcId; error: ProtocolError };

/**
 * Reads one request. The protocol knows single requests only (A2A v1.0, section 9.3), so an array is none: each of its
 * members would draw on no budget, and a stream could not answer it.
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
