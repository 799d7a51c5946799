import { PROTOCOL_ERRORS, type ProtocolError } from '../../domain/a2a/protocol-error.ts';

/** An error as the body of a JSON-RPC response. See: A2A v1.0, section 9.5; JSON-RPC 2.0, section 5. */
export function rpcErrorBody(id: string | number | null, error: ProtocolError) {
  const { rpc: code } = PROTOCOL_ERRORS[error.reason];
  const data = error.details();
  return { jsonrpc: '2.0', id, error: { code, message: error.message, ...(data.length > 0 && { data }) } };
}

/** An error as the HTTP+JSON binding has it, a google.rpc.Status. See: A2A v1.0, section 11.6. */
export function statusErrorBody(error: ProtocolError) {
  const { http: code, status } = PROTOCOL_ERRORS[error.reason];
  const details = error.details();
  return { error: { code, status, message: error.message, ...(details.length > 0 && { details }) } };
}

/** The media type of the HTTP+JSON binding. See: A2A v1.0, section 11.1. */
export const A2A_JSON_TYPE = 'application/a2a+json';
