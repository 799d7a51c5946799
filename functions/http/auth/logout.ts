import * as routes from '#shared/contract/routes/auth.ts';
import { updateLogin } from '#shared/data/entities/organization/user.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { endSession } from './end-session.ts';
import { loggedIn } from './logged-in.ts';
import { ownSession, ownSessionEnded } from './own-session.ts';
import { streamChecks } from './stream-checks.ts';

/** Ends the session of the token, or all of the person. Event streams of ended sessions are closed. */
export const logout = operation(routes.logout, async (context, { body = {} }) => {
  const { table, now } = context;
  const own = ownSession(context);
  const changes = body.all_sessions === true ? await endAll() : endSession(own, now, ownSessionEnded);
  return write((tx) => {
    tx.put(...changes);
    tx.audit({ targetId: own.id, after: { all_sessions: body.all_sessions === true } });
    return noContent();
  });

  async function endAll() {
    const [user, { checks }] = await Promise.all([loggedIn(context), streamChecks(table, own.userId, now)]);
    return [updateLogin(user, {}), ...checks];
  }
});
