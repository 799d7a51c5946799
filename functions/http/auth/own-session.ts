import type { Session } from '#shared/data/entities/organization/session.ts';
import { AppError, unauthorized } from '#shared/domain/errors/errors.ts';
import { timeOfId } from '#shared/domain/ids/ids.ts';
import { isAdministrative } from '#shared/domain/organization/role.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';

/**
 * The session of the caller, by its token alone: without where it began. Throws 403 for a key of the organization,
 * which is no session of a person.
 */
export function ownSession({ actor }: Pick<AuthenticatedContext, 'actor'>): Session {
  if (actor.kind !== 'org' || actor.session === undefined) {
    throw new AppError('auth.forbidden', 'Only a person who has logged in (POST /v1/auth/login) has sessions.');
  }
  return {
    ...actor.session,
    organizationId: actor.organization.id,
    tokenHash: actor.keyHash,
    createdAt: timeOfId('session', actor.session.id),
    isLimited: !isAdministrative(actor.role),
    sealedOrigin: null,
  };
}

/** The error if the session of the caller has ended since it was authenticated. */
export function ownSessionEnded(): AppError {
  return unauthorized('the session has ended meanwhile');
}
