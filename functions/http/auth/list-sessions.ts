import * as routes from '#shared/contract/routes/auth.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { type Membership, membershipsOf } from '#shared/data/entities/organization/membership.ts';
import { isLive, type Session, sessionsBefore } from '#shared/data/entities/organization/session.ts';
import { collect } from '#shared/data/table-client.ts';
import { isAdministrative } from '#shared/domain/organization/role.ts';
import { sessionEnd } from '#shared/domain/organization/session.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { openOrigin } from '#shared/services/login/session-origin.ts';
import { ownSession } from './own-session.ts';

/** The sessions of the person, in every organization. They are the person's, so an org key sees none. */
export const listSessions = operation(routes.listSessions, async (context, { query }) => {
  const { table, now } = context;
  const { before = Number.POSITIVE_INFINITY, limit } = query;
  const own = ownSession(context);
  const stored = sessionsBefore(table, own.userId, query.before);
  const read = new BoundedRead(own.createdAt < before ? withOwn(stored, own) : stored);
  const keyring = context.keyring();
  const memberships = await membershipsOf(table, own.userId);
  const sessions = await collect(
    read,
    limit,
    (session) => isLive(session, own.passwordVersion, now) && isOfMember(session, memberships),
  );
  const records = sessions.map(async (session) => {
    const { address = null, userAgent = null } = (await openOrigin(await keyring, session)) ?? {};
    return {
      id: session.id,
      current: session.id === own.id,
      address,
      user_agent: userAgent,
      created_at: timestamp(session.createdAt),
      expires_at: timestamp(sessionEnd(session.id)),
    };
  });
  return replyPage({ sessions: await Promise.all(records) }, read);
});

/** Whether the person is a member still, with a role of the kind that the session was for. */
function isOfMember({ organizationId, isLimited = false }: Session, memberships: readonly Membership[]): boolean {
  return memberships.some((one) => one.organizationId === organizationId && isAdministrative(one.role) !== isLimited);
}

/** Stored sessions, newest first, with that of the caller in its place: release 0.2.0 has stored no row for its own. */
async function* withOwn(stored: AsyncIterable<Session>, own: Session): AsyncGenerator<Session> {
  let isDue = true;
  for await (const session of stored) {
    if (isDue && session.createdAt <= own.createdAt) {
      if (session.id !== own.id) yield own;
      isDue = false;
    }
    yield session;
  }
  if (isDue) yield own;
}
