import { AppError } from '#shared/domain/errors/errors.ts';
import { DAY, epochSeconds, nextMidnight, secondsUntil, timestamp } from '#shared/domain/time/time.ts';
import { type Change, put, RETRY, remove, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';
import type { Invitation, InvitedAgent } from './a2a-invitation.ts';

/** The invitation that is pending from one agent to another. */
export interface PendingInvitation {
  invitationId: string;
  /** When it expires, in epoch milliseconds. After that, the row has no effect. */
  pendingUntil: number;
}

const decodePendingInvitation = rowDecoder<PendingInvitation>({ invitationId: 'string', pendingUntil: 'number' });

type Pair = Pick<Invitation, 'from' | 'to'>;

function pendingKey(fromIdentityId: string, toIdentityId: string): Key {
  return { pk: `${PREFIX.invitation}${fromIdentityId}#TO#${toIdentityId}`, sk: 'PENDING' };
}

/** The pending invitation from one agent to another, by a strongly consistent read; undefined if there is none. */
export async function findPendingInvitation(
  table: Table,
  fromIdentityId: string,
  toIdentityId: string,
  now: number,
): Promise<PendingInvitation | undefined> {
  const row = await getRow(table, decodePendingInvitation, pendingKey(fromIdentityId, toIdentityId), { strong: true });
  return row === undefined || row.pendingUntil <= now ? undefined : row;
}

/** Ensures that one invitation at a time is pending between two agents. If another is, the operation retries. */
export function insertPendingInvitation({ id, from, to, expiresAt }: Invitation, now: number): Change {
  const row: PendingInvitation & { expires_at: number } = {
    invitationId: id,
    pendingUntil: expiresAt,
    expires_at: epochSeconds(expiresAt),
  };
  const isFree = { expression: 'attribute_not_exists(pk) OR pendingUntil <= :now', values: { ':now': now } };
  return put({ ...pendingKey(from.identityId, to.identityId), ...row }, isFree, RETRY);
}

/** Allows a new invitation between the agents of one that was accepted, declined or revoked. */
export function removePendingInvitation({ id, from, to }: Pair & Pick<Invitation, 'id'>): Change {
  const isSameInvitation = { expression: 'invitationId = :id', values: { ':id': id } };
  return remove(pendingKey(from.identityId, to.identityId), RETRY, isSameInvitation);
}

/**
 * Counts an invitation of one organization to another on a UTC day. The limit is exact, because the condition is part
 * of the commit.
 */
export function incrementInvitationCount(
  { from, to }: Record<'from' | 'to', InvitedAgent>,
  limit: number,
  now: number,
): Change {
  const resetsAt = nextMidnight(now);
  const refuse = () =>
    new AppError(
      'rate_limit.exceeded',
      `At most ${limit} invitations per day from one organization to another. The count resets at ` +
        `${timestamp(resetsAt)}; until then, the other organization can invite your agent.`,
      { retryAfterSeconds: secondsUntil(resetsAt, now) },
    );
  if (limit <= 0) throw refuse();
  const key = {
    pk: `${PREFIX.invitation}${to.organizationId}#FROM#${from.organizationId}`,
    sk: timestamp(now).slice(0, 10),
  };
  return update(
    key,
    { add: { invitations: 1 }, set: { expires_at: epochSeconds(resetsAt + DAY) } },
    {
      upsert: true,
      condition: {
        expression: 'attribute_not_exists(#invitations) OR #invitations < :limit',
        names: { '#invitations': 'invitations' },
        values: { ':limit': limit },
      },
      onConditionFailed: refuse,
    },
  );
}
