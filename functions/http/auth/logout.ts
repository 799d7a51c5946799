import * as routes from '#shared/contract/routes/auth.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { removeLoginToken } from '#shared/data/entities/organization/login-token.ts';
import { updateLogin } from '#shared/data/entities/organization/user.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { loggedIn } from './logged-in.ts';

/** Ends the session of the token, or all of the person. Event streams of ended sessions are closed. */
export const logout = operation(routes.logout, async (context, { body = {} }) => {
  const { actor, now } = context;
  const user = await loggedIn(context);
  return write((tx) => {
    tx.put(
      body.all_sessions === true ? updateLogin(user, {}) : removeLoginToken(actor.keyHash),
      insertStreamCheck(actor.organization.id, now),
    );
    return noContent();
  });
});
