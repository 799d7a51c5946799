import { PROTOCOL_ERRORS, ProtocolError } from '../../../shared/domain/a2a/protocol-error.ts';
import { A2A_JSON_TYPE, statusErrorBody } from '../../../shared/domain/a2a/protocol-error-body.ts';
import { AppError, ERRORS } from '../../../shared/domain/errors.ts';
import type { AuthenticatedContext } from '../../../shared/runtime/pipeline/context.ts';
import type { ProtocolRequest, ProtocolResponse } from '../../../shared/runtime/pipeline/operation.ts';
import { METHODS, type MethodName } from '../../../shared/services/a2a-protocol/methods.ts';
import { assertSafeParams } from './assert-safe-params.ts';
import { callOf } from './call-of.ts';
import { requireVersion } from './required-version.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { toProtocolError } from './to-protocol-error.ts';

const JSON_TYPE = { 'content-type': A2A_JSON_TYPE };

/** Which method is asked for, and with what. */
export interface RestCall {
  method: MethodName;
  params: Record<string, unknown>;
}

/**
 * Answers a call of the HTTP+JSON binding: its method's value, its stream, or what went wrong as a google.rpc.Status.
 *
 * See: A2A v1.0, section 11.
 */
export async function restCall(
  context: AuthenticatedContext,
  given: ProtocolRequest,
  read: () => RestCall,
): Promise<ProtocolResponse> {
  try {
    requireVersion(given);
    const { method, params } = read();
    const result = await METHODS[method](callOf(context, given), params);
    if (result.kind === 'stream') {
      const error = (wrong: unknown) => statusErrorBody(toProtocolError(wrong, context));
      return serverSentEvents(result.values, { value: (value) => value, error });
    }
    return { status: 200, headers: JSON_TYPE, body: result.value };
  } catch (error) {
    // Told in our catalogue's words, which the protocol has none for, but in its form.
    if (error instanceof AppError && error.code === 'resource.not_found') return absent();
    const refusal = toProtocolError(error, context);
    return { status: PROTOCOL_ERRORS[refusal.reason].http, headers: JSON_TYPE, body: statusErrorBody(refusal) };
  }
}

function absent(): ProtocolResponse {
  const { message } = ERRORS['resource.not_found'];
  return { status: 404, headers: JSON_TYPE, body: { error: { code: 404, status: 'NOT_FOUND', message } } };
}

/** The body as the method's parameters; without one there are none. */
export function bodyOf({ body }: ProtocolRequest): Record<string, unknown> {
  if (body === null || body.length === 0) return {};
  let value: unknown;
  try {
    if (typeof body !== 'string') throw new SyntaxError('no text');
    value = JSON.parse(body);
  } catch {
    throw new ProtocolError('PARSE_ERROR');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ProtocolError('INVALID_REQUEST', { message: 'Request payload validation error: expected an object' });
  }
  return assertSafeParams(value as Record<string, unknown>);
}

/** The parameters that are truth values, by either of their names; in any other, `true` is a text. */
const BOOLEAN_PARAMS: ReadonlySet<string> = new Set(['includeArtifacts', 'include_artifacts']);

/**
 * The query as the method's parameters: numbers are digits, truth values `true` and `false`. An empty value is an empty
 * text: where the protocol has texts, that is unset, and anywhere else (a time, a number, a state) it is wrong.
 *
 * See: A2A v1.0, section 11.5.
 */
export function queryOf({ query }: ProtocolRequest): Record<string, unknown> {
  const params = Object.entries(query).map(([name, values]) => {
    const value = values.at(-1) ?? '';
    return [name, BOOLEAN_PARAMS.has(name) && /^(true|false)$/.test(value) ? value === 'true' : value];
  });
  return assertSafeParams(Object.fromEntries(params));
}

/** A path's last part: a task's id, and the custom method after its colon. See: A2A v1.0, section 11.3.2. */
export function taskPart({ params }: ProtocolRequest): { id: string; verb: string | undefined } {
  const { task = '' } = params;
  const at = task.lastIndexOf(':');
  return at === -1 ? { id: task, verb: undefined } : { id: task.slice(0, at), verb: task.slice(at + 1) };
}
