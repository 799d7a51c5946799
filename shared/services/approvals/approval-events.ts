import type { Approval, Decided } from '#shared/data/entities/approval/approval.ts';
import type { NewEvent } from '#shared/data/transaction-builder.ts';
import type { FinalContent } from './effect.ts';

/** The event of a new approval. */
export function requestedEvent(approval: Approval): NewEvent<'approval.requested'> {
  const { identityId, createdAt } = approval;
  return {
    type: 'approval.requested',
    identityId,
    aggregateId: approval.id,
    payload: {
      ...payloadOf(approval),
      status: 'pending',
      reason: null,
      reasons: approval.reasons,
      actor: { actorType: 'agent', actorId: identityId },
    },
    at: createdAt,
  };
}

/** The event of an approval that has ended. `content`: what an edit has made of the action. */
export function decidedEvent(
  approval: Approval,
  { status, reason, decidedBy, decidedAt }: Decided,
  content: FinalContent | undefined,
): NewEvent<'approval.decided'> {
  return {
    type: 'approval.decided',
    identityId: approval.identityId,
    aggregateId: approval.id,
    payload: {
      ...payloadOf(approval),
      status,
      reason,
      actor: decidedBy === null ? null : { actorType: 'user', actorId: decidedBy },
      ...(content !== undefined && { content }),
    },
    at: decidedAt,
  };
}

function payloadOf({ id, kind, subjectId }: Approval) {
  return { approvalId: id, kind, subjectId };
}
