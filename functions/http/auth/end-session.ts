import type { Change } from '#shared/data/change.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { removeLoginToken } from '#shared/data/entities/organization/login-token.ts';
import { removeSession, type Session } from '#shared/data/entities/organization/session.ts';

/**
 * Ends a session: its token works no more, no list shows it, and its event streams are closed. `now` is in epoch
 * milliseconds. `onEnded` says what follows if the session has ended meanwhile.
 */
export function endSession(session: Session, now: number, onEnded: Change['onConditionFailed']): Change[] {
  return [
    removeLoginToken(session.tokenHash, onEnded),
    removeSession(session),
    insertStreamCheck(session.organizationId, now),
  ];
}
