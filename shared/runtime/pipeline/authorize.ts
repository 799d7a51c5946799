import type { Route } from '../../contract/route.ts';
import { AppError } from '../../domain/errors.ts';
import type { Actor } from './actor.ts';

/**
 * Checks whether this kind of key may call the operation. For an owned resource, `OwnedOperation.authorizeResource`
 * also checks the owner once the resource is loaded.
 *
 * See: docs/contract/authentication.md#permissions; docs/contract/authentication.md#suspended-agents.
 */
export function authorize(route: Route, actor: Actor): void {
  if (actor.kind === 'agent' && actor.identity.status === 'suspended' && route.allowSuspended !== true) {
    throw new AppError('identity.suspended');
  }
  if (route.auth === 'org' && actor.kind !== 'org') {
    throw new AppError('auth.forbidden', 'This operation needs an org key.');
  }
  if (route.auth === 'agent' && actor.kind !== 'agent') {
    throw new AppError('auth.forbidden', 'This operation needs an agent key.');
  }
}
