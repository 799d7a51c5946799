import { PROTOCOL_ERRORS, type ProtocolError } from './protocol-error.ts';

/** An error as the body of a JSON-RPC response. See: A2A v1.0, section 9.5; JSON-RPC 2.0, section 5. */
export function rpcErrorBody(id: string | number | null, error: ProtocolError) {
  const { rpc: code } = PROTOCOL_ERRORS[error.reason];
  // The codes that JSON-RPC defines need no further information.
  const info = code > -32600 ? error.errorInfo() : undefined;
  const data = [...(info === undefined ? [] : [info]), ...error.details()];
  return { jsonrpc: '2.0', id, error: { code, message: error.message, ...(data.length > 0 && { data }) } };
}

/**
 * The error for a client of protocol 0.3, where the data of an error are an object. The official Go client of that
 * version cannot decode a list.
 *
 * See: A2A v0.3, section 8; docs/decisions/0011-a2a-protocol.md.
 */
export function oldRpcErrorBody(id: string | number | null, error: ProtocolError) {
  const { rpc: code } = PROTOCOL_ERRORS[error.reason];
  return { jsonrpc: '2.0', id, error: { code, message: error.message, data: error.errorInfo() } };
}

/**
 * An error as the body of a response of the HTTP+JSON binding: a google.rpc.Status. Several errors have the same
 * status, so each contains its reason, which is what the official clients recognize an error by.
 *
 * See: A2A v1.0, section 11.6.
 */
export function statusErrorBody(error: ProtocolError) {
  const { http: code, status } = PROTOCOL_ERRORS[error.reason];
  const info = error.errorInfo();
  const details = [...(info === undefined ? [] : [info]), ...error.details()];
  return { error: { code, status, message: error.message, ...(details.length > 0 && { details }) } };
}

/** The media type of the HTTP+JSON binding. See: A2A v1.0, section 11.1. */
export const A2A_JSON_TYPE = 'application/a2a+json';
