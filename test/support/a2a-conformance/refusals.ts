import { expect } from 'vitest';
import type { Outcome } from './bindings.ts';

/**
 * The errors of the protocol, over JSON-RPC and over HTTP+JSON. Each carries an ErrorInfo with its reason, except
 * JSON-RPC errors with a code of the JSON-RPC specification.
 *
 * See: A2A v1.0, sections 5.4, 9.5 and 11.6.
 */
const REFUSALS = {
  PARSE_ERROR: { rpc: -32700, http: 400, status: 'INVALID_ARGUMENT', own: false },
  INVALID_REQUEST: { rpc: -32600, http: 400, status: 'INVALID_ARGUMENT', own: false },
  METHOD_NOT_FOUND: { rpc: -32601, http: 404, status: 'NOT_FOUND', own: false },
  INVALID_PARAMS: { rpc: -32602, http: 400, status: 'INVALID_ARGUMENT', own: false },
  TASK_NOT_FOUND: { rpc: -32001, http: 404, status: 'NOT_FOUND', own: true },
  TASK_NOT_CANCELABLE: { rpc: -32002, http: 400, status: 'FAILED_PRECONDITION', own: true },
  UNSUPPORTED_OPERATION: { rpc: -32004, http: 400, status: 'FAILED_PRECONDITION', own: true },
  CONTENT_TYPE_NOT_SUPPORTED: { rpc: -32005, http: 415, status: 'INVALID_ARGUMENT', own: true },
  VERSION_NOT_SUPPORTED: { rpc: -32009, http: 400, status: 'FAILED_PRECONDITION', own: true },
} as const;

export type Reason = keyof typeof REFUSALS;

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';

/** Expects an outcome to be this error of the protocol. `fields` are the invalid fields that it must name. */
export function expectRefusal(outcome: Outcome, reason: Reason, fields: readonly string[] = []): void {
  if (outcome.ok) throw new Error(`expected ${reason}, got ${JSON.stringify(outcome.value).slice(0, 300)}`);
  const { rpc, http, status, own } = REFUSALS[reason];
  const { binding, error, reply } = outcome;
  const found = `${binding}: ${JSON.stringify(error)}`;
  if (binding === 'JSON-RPC') expect(error.code, found).toBe(rpc);
  else expect([reply.status, error.code, error.status], found).toEqual([http, http, status]);
  expect(error.message, found).toMatch(/\S/);

  // To a client of protocol 0.3 the data are one object, because that version declares it so.
  const details = [(binding === 'JSON-RPC' ? error.data : error.details) ?? []].flat();
  expect(Array.isArray(details), found).toBe(true);
  for (const detail of details) expect(detail['@type'], found).toMatch(/^type\.googleapis\.com\/google\.rpc\.\w+$/);
  const info = details.filter((detail: { '@type': string }) => detail['@type'] === ERROR_INFO);
  const named = own || binding === 'HTTP+JSON';
  expect(info, found).toEqual(named ? [{ '@type': ERROR_INFO, reason, domain: 'a2a-protocol.org' }] : []);
  const wrong = details.flatMap((detail: { fieldViolations?: { field: string }[] }) =>
    (detail.fieldViolations ?? []).map(({ field }) => field),
  );
  expect(wrong, found).toEqual(fields.length > 0 ? fields : wrong);
}
