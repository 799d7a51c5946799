import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';

/** The agent with the API key of a request. For routes that require an agent key; the check is for the type checker. */
export function actingAgent(actor: Actor): Identity {
  if (actor.kind !== 'agent') throw new AppError('auth.forbidden');
  return actor.identity;
}
