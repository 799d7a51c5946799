import type { Change } from '#shared/data/change.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { endLoginToken } from '#shared/data/entities/organization/login-token.ts';
import type { MemberRef } from '#shared/data/entities/organization/membership.ts';
import { removeSession, sessionsBefore } from '#shared/data/entities/organization/session.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { sessionEnd } from '#shared/domain/organization/session.ts';

/** A transaction has at most 100 writes, and a session takes two. */
const MAX_SESSIONS = 20;

/**
 * Ends the sessions of a person in one organization. Their tokens already work no more, because the membership that
 * authentication reads is gone; what follows is removed for release 0.3.0, which does not read it, and for the list.
 * `now` is in epoch milliseconds.
 *
 * See: docs/decisions/0089-members-and-roles.md#a-rollback.
 */
export async function endMemberSessions(
  table: Table,
  { userId, organizationId }: MemberRef,
  now: number,
): Promise<Change[]> {
  const stored = sessionsBefore(table, userId, undefined);
  const sessions = await collect(
    stored,
    MAX_SESSIONS,
    (session) => session.organizationId === organizationId && sessionEnd(session.id) > now,
  );
  return [
    ...sessions.flatMap((session) => [endLoginToken(session.tokenHash), removeSession(session)]),
    insertStreamCheck(organizationId, now),
  ];
}
