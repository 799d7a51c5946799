import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { logger } from '#shared/runtime/log.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';

/**
 * Converts an error to one of the protocol. Errors of the service that the protocol does not have, such as an unknown
 * agent, are thrown again. Unexpected errors become INTERNAL_ERROR, without detail.
 */
export function toProtocolError(error: unknown, { requestId }: RequestContext): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof AppError) throw error;
  logger.error('protocol method failed', { request_id: requestId, error: error as Error });
  return new ProtocolError('INTERNAL_ERROR');
}
