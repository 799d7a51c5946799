import { findUser, type User } from '#shared/data/entities/organization/user.ts';
import { unauthorized } from '#shared/domain/errors/errors.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { ownSession } from './own-session.ts';

/** The person who has logged in. Throws 403 for a key of the organization, which is no session of a person. */
export async function loggedIn(context: AuthenticatedContext): Promise<User> {
  const user = await findUser(context.table, ownSession(context).userId);
  if (user === undefined) throw unauthorized('the person of the login does not exist');
  return user;
}
