import { isId, timePartOf } from '#shared/domain/ids/ids.ts';
import { sessionEnd } from '#shared/domain/organization/session.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, remove, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * A session of a person, as lists show it. Authentication reads the row of its token alone, so the token decides when a
 * session ends.
 *
 * See: docs/decisions/0073-sessions.md.
 */
export interface Session {
  id: string;
  userId: string;
  /** The organization that the token acts for. */
  organizationId: string;
  tokenHash: string;
  /** That of the token: a session of an earlier version has ended. */
  passwordVersion: number;
  createdAt: number;
  /** Whether it is that of a member with a role less than that of an org key. */
  isLimited?: boolean;
  /** The `SessionOrigin` as JSON, encrypted. Null for a token of release 0.2.0. */
  sealedOrigin: string | null;
}

const decodeSession = rowDecoder<Session>({
  id: 'string',
  userId: 'string',
  organizationId: 'string',
  tokenHash: 'string',
  passwordVersion: 'number',
  createdAt: 'number',
  sealedOrigin: 'string?',
});

function partition(userId: string): string {
  return `${PREFIX.user}${userId}`;
}

/** The key is the time of the session, so that no two sessions of a person have the same one, which paging needs. */
function sessionKey(userId: string, id: string): Key {
  return { pk: partition(userId), sk: timePartOf('session', id) };
}

/** A new session. Of two logins of a person in one millisecond, the second runs again, and takes a later one. */
export function insertSession(session: Session): Change {
  const expires_at = epochSeconds(sessionEnd(session.id));
  return insert({ ...sessionKey(session.userId, session.id), ...session, expires_at }, RETRY);
}

/** A session of a person, whether it has ended or not. */
export async function findSession(table: Table, userId: string, id: string): Promise<Session | undefined> {
  if (!isId('session', id)) return undefined;
  const session = await getRow(table, decodeSession, sessionKey(userId, id), { strong: true });
  return session?.id === id ? session : undefined;
}

/** Sessions of a person before a time (exclusive), newest first, with those that have ended but are still stored. */
export function sessionsBefore(table: Table, userId: string, before: number | undefined) {
  return newestFirst(table, decodeSession, { pk: partition(userId), kind: 'session' }, before);
}

/** When the newest session of a person began, in epoch milliseconds; 0 if none is stored. */
export async function newestSessionTime(table: Table, userId: string): Promise<number> {
  const list = { pk: partition(userId), kind: 'session' } as const;
  const { value } = await newestFirst(table, decodeSession, list, undefined, 1).next();
  return value?.createdAt ?? 0;
}

/** Whether the token of a session is still valid, if it has not been revoked. `now` is in epoch milliseconds. */
export function isLive(session: Session, passwordVersion: number, now: number): boolean {
  return session.passwordVersion === passwordVersion && sessionEnd(session.id) > now;
}

/** Keeps a session over the change of the password that it belongs to. */
export function updateSession({ userId, id }: Session, passwordVersion: number): Change {
  return update(sessionKey(userId, id), { set: { passwordVersion } }, { onConditionFailed: RETRY });
}

/** Removes the row of a session, which a token of release 0.2.0 does not have. */
export function removeSession({ userId, id }: Pick<Session, 'userId' | 'id'>): Change {
  return remove(sessionKey(userId, id), RETRY, {
    expression: 'attribute_not_exists(pk) OR #id = :id',
    names: { '#id': 'id' },
    values: { ':id': id },
  });
}
