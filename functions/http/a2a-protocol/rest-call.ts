import { PROTOCOL_ERRORS, ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import { A2A_JSON_TYPE, statusErrorBody } from '#shared/domain/a2a/protocol-error-body.ts';
import { AppError, ERRORS } from '#shared/domain/errors/errors.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import type { ProtocolRequest, ProtocolResponse } from '#shared/runtime/pipeline/protocol-messages.ts';
import { METHODS, type MethodName } from '#shared/services/a2a-protocol/methods.ts';
import { assertSafeParams } from './assert-safe-params.ts';
import { callOf } from './call-of.ts';
import { requireVersion } from './required-version.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { toProtocolError } from './to-protocol-error.ts';

const JSON_TYPE = { 'content-type': A2A_JSON_TYPE };

/** A method and its parameters. */
export interface RestCall {
  method: MethodName;
  params: Record<string, unknown>;
}

/**
 * Runs a call of the HTTP+JSON binding. Responds with the method's value, its stream, or an error as a
 * google.rpc.Status.
 *
 * See: A2A v1.0, section 11.
 */
export async function restCall(
  context: AuthenticatedContext,
  request: ProtocolRequest,
  read: () => RestCall,
): Promise<ProtocolResponse> {
  try {
    requireVersion(request);
    const { method, params } = read();
    const result = await METHODS[method](callOf(context, request), params);
    if (result.kind === 'stream') {
      const error = (cause: unknown) => statusErrorBody(toProtocolError(cause, context));
      return serverSentEvents(result.values, { value: (value) => value, error });
    }
    return { status: 200, headers: JSON_TYPE, body: result.value };
  } catch (error) {
    // The protocol has no error for a missing agent, so the message is the service's, in the form of the protocol.
    if (error instanceof AppError && error.code === 'resource.not_found') return notFoundResponse();
    const protocolError = toProtocolError(error, context);
    return {
      status: PROTOCOL_ERRORS[protocolError.reason].http,
      headers: JSON_TYPE,
      body: statusErrorBody(protocolError),
    };
  }
}

function notFoundResponse(): ProtocolResponse {
  const { message } = ERRORS['resource.not_found'];
  return { status: 404, headers: JSON_TYPE, body: { error: { code: 404, status: 'NOT_FOUND', message } } };
}

/** The parameters in a request's body; none without a body. */
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

/** The boolean parameters, under both of their names. In any other parameter, `true` is a text. */
const BOOLEAN_PARAMS: ReadonlySet<string> = new Set(['includeArtifacts', 'include_artifacts']);

/**
 * The parameters in a request's query. Numbers are digits, booleans are `true` and `false`. An empty value is an empty
 * text: it means unset for a text, and is an error for any other type (a time, a number, a state).
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

/**
 * The task id in the last segment of the path, and the custom method after its colon. See: A2A v1.0, section 11.3.2.
 */
export function taskPart({ params }: ProtocolRequest): { id: string; verb: string | undefined } {
  const { task = '' } = params;
  const colon = task.lastIndexOf(':');
  return colon === -1 ? { id: task, verb: undefined } : { id: task.slice(0, colon), verb: task.slice(colon + 1) };
}
