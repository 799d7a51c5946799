import type { Route } from '#shared/contract/route.ts';
import { PROTOCOL_ERRORS, ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import { A2A_JSON_TYPE, rpcErrorBody, statusErrorBody } from '#shared/domain/a2a/protocol-error-body.ts';
import { AppError, type ErrorCode } from '#shared/domain/errors/errors.ts';
import type { HttpResponse } from './http.ts';
import { respond } from './respond.ts';

/**
 * The response for an error of the pipeline in the form of the A2A protocol. `undefined` if the error has the form of
 * all other routes: 401 and 403, which are matters of HTTP, and the 404 of an agent that cannot be reached. MCP has no
 * form for errors of HTTP.
 *
 * See: docs/decisions/0011-a2a-protocol.md; docs/contract/mcp.md#requests.
 */
export function respondProtocolError(
  { protocol }: Route,
  error: unknown,
  headers: Record<string, string>,
): HttpResponse | undefined {
  if (protocol === undefined || protocol === 'mcp') return undefined;
  const protocolError = toProtocolError(error);
  if (protocolError === undefined) return undefined;
  const retryAfter: Record<string, string> =
    protocolError.retryAfterSeconds === undefined ? {} : { 'retry-after': String(protocolError.retryAfterSeconds) };
  const { http } = PROTOCOL_ERRORS[protocolError.reason];
  return protocol === 'http+json'
    ? respond(http, statusErrorBody(protocolError), { ...headers, ...retryAfter, 'content-type': A2A_JSON_TYPE })
    : respond(http, rpcErrorBody(null, protocolError), { ...headers, ...retryAfter });
}

/** The pipeline's errors that have a counterpart in the protocol. */
const REASONS = {
  'payload.too_large': 'PAYLOAD_TOO_LARGE',
  'payload.unsupported_type': 'CONTENT_TYPE_NOT_SUPPORTED',
  'rate_limit.exceeded': 'RATE_LIMIT_EXCEEDED',
  'internal.error': 'INTERNAL_ERROR',
} as const satisfies Partial<Record<ErrorCode, ProtocolError['reason']>>;

const NAMES_LIMIT: ReadonlySet<ErrorCode> = new Set(['rate_limit.exceeded', 'payload.too_large']);

function toProtocolError(error: unknown): ProtocolError | undefined {
  if (!(error instanceof AppError)) return new ProtocolError('INTERNAL_ERROR');
  if (!Object.hasOwn(REASONS, error.code)) return undefined;
  const reason = REASONS[error.code as keyof typeof REASONS];
  // These messages name the limit, and when it resets if it does.
  const message = NAMES_LIMIT.has(error.code) ? error.message : undefined;
  return new ProtocolError(reason, { message, retryAfterSeconds: error.retryAfterSeconds });
}
