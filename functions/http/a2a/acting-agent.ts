import type { Identity } from '../../../shared/data/entities/identity.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Actor } from '../../../shared/runtime/pipeline/actor.ts';

/** The agent whose key it is: its routes refuse every other key before an operation runs. */
export function actingAgent(actor: Actor): Identity {
  if (actor.kind !== 'agent') throw new AppError('auth.forbidden');
  return actor.identity;
}
