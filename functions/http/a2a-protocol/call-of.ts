import { AppError } from '../../../shared/domain/errors.ts';
import type { Context, ProtocolRequest } from '../../../shared/runtime/pipeline/operation.ts';
import type { Call } from '../../../shared/services/a2a-protocol/call.ts';

/** What a method works with: the agent whose key it is asks the one that the path names. */
export function callOf(context: Context, { params }: ProtocolRequest): Call {
  const { actor, table, settings, keyring, baseUrl, confirmAccess } = context;
  // The route refuses every other key before an operation runs.
  if (actor?.kind !== 'agent') throw new AppError('auth.forbidden');
  return { table, settings, keyring, baseUrl, confirmAccess, caller: actor.identity, targetId: params.id ?? '' };
}
