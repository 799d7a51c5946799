import { ProtocolError } from '../../../shared/domain/a2a/protocol-error.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { logger } from '../../../shared/runtime/log.ts';
import type { RequestContext } from '../../../shared/runtime/pipeline/context.ts';

/**
 * Any error as one of the protocol's. What the service refuses beyond the protocol (an agent that is not there) goes on
 * as it is; what nobody meant tells nothing of itself.
 */
export function toProtocolError(error: unknown, { requestId }: RequestContext): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof AppError) throw error;
  logger.error('protocol method failed', { request_id: requestId, error: error as Error });
  return new ProtocolError('INTERNAL_ERROR');
}
