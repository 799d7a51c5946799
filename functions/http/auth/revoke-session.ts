import * as routes from '#shared/contract/routes/auth.ts';
import { RETRY } from '#shared/data/change.ts';
import { findSession, isLive } from '#shared/data/entities/organization/session.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { endSession } from './end-session.ts';
import { ownSession, ownSessionEnded } from './own-session.ts';

/** Ends one session of the person, which may be the caller's own. */
export const revokeSession = operation(routes.revokeSession, async (context, { params }) => {
  const { table, now } = context;
  const own = ownSession(context);
  const isOwn = params.id === own.id;
  const session = isOwn ? own : await findSession(table, own.userId, params.id);
  if (session === undefined || !isLive(session, own.passwordVersion, now)) throw notFound();
  return write((tx) => {
    tx.put(...endSession(session, now, isOwn ? ownSessionEnded : RETRY));
    return noContent();
  });
});
