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
  const ofMember = onlyOfMember(read, membershipsOf(table, own.userId));
  const [sessions, keyring] = await Promise.all([
    collect(ofMember, limit, (session) => isLive(session, own.passwordVersion, now)),
    context.keyring(),
  ]);
  const records = sessions.map(async (session) => {
    const { address = null, userAgent = null } = (await openOrigin(keyring, session)) ?? {};
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

/** The sessions for which the person is a member still, with a role of the kind that each was for. */
async function* onlyOfMember(sessions: AsyncIterable<Session>, memberships: Promise<Membership[]>) {
  for await (const session of sessions) {
    const { organizationId, isLimited = false } = session;
    const membership = (await memberships).find((one) => one.organizationId === organizationId);
    if (membership !== undefined && isAdministrative(membership.role) !== isLimited) yield session;
  }
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
