import { AppError } from '#shared/domain/errors/errors.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import type { ProtocolRequest } from '#shared/runtime/pipeline/protocol-messages.ts';
import type { Call } from '#shared/services/a2a-protocol/call.ts';

/** The call of a protocol method: the agent with the API key calls the agent that the path names. */
export function callOf(context: AuthenticatedContext, { params }: ProtocolRequest): Call {
  const { actor, table, settings, keyring, baseUrl, ownUrls, address, confirmAccess } = context;
  // The route requires an agent key, so this is for the type checker.
  if (actor.kind !== 'agent') throw new AppError('auth.forbidden');
  const shared = { table, settings, keyring, baseUrl, ownUrls, address, confirmAccess };
  return { ...shared, caller: actor.identity, hasScopes: actor.scopes !== undefined, targetId: params.id ?? '' };
}
