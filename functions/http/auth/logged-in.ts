import { findUser, type User } from '#shared/data/entities/organization/user.ts';
import { AppError, unauthorized } from '#shared/domain/errors/errors.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';

/** The person who has logged in. Throws 403 for a key of the organization, which is no session of a person. */
export async function loggedIn({ actor, table }: AuthenticatedContext): Promise<User> {
  if (actor.kind !== 'org' || actor.userId === undefined) {
    throw new AppError('auth.forbidden', 'Only a person who has logged in (POST /v1/auth/login) has sessions.');
  }
  const user = await findUser(table, actor.userId);
  if (user === undefined) throw unauthorized('the person of the login does not exist');
  return user;
}
