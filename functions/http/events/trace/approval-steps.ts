import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import { type ApprovalEnd, statusAt } from '#shared/domain/approval/approval.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { Step } from './trace.ts';
import type { TraceReader } from './trace-reader.ts';

const ENDS: Readonly<Record<ApprovalEnd, string>> = {
  approved: 'Approved',
  denied: 'Denied',
  expired: 'No one has decided in time',
  canceled: 'Canceled, because the agent was suspended',
  failed: 'Approved, and refused when it was to take effect',
};

/** That an action was held, and how that ended. One that has expired is so before the sweep has written it. */
export async function approvalSteps(reader: TraceReader, approvals: readonly Approval[]): Promise<Step[]> {
  const pending = approvals.filter(({ status }) => status === 'pending');
  const agents = await findIdentities(reader.table, pending);
  const generations = new Map(agents.map(({ id, tokenGeneration }) => [id, tokenGeneration]));
  return approvals.flatMap((approval) => {
    const status = statusAt(approval, { now: reader.now, generation: generations.get(approval.identityId) });
    return status === 'pending'
      ? [heldStep(approval)]
      : [heldStep(approval), decidedStep(approval, status, reader.now)];
  });
}

function heldStep({ id, kind, subjectId, identityId, reasons, expiresAt, createdAt }: Approval): Step {
  const why = reasons.map(({ code, address, host }) => [code, address ?? host].filter(Boolean).join(' '));
  const detail = {
    kind,
    subject_id: subjectId,
    identity_id: identityId,
    reasons: reasons.map(({ code, address = null, host = null }) => ({ code, address, host })),
    expires_at: timestamp(expiresAt),
  };
  return {
    at: createdAt,
    kind: 'held',
    id,
    summary: `Held for a person: ${why.join(', ')}`,
    status: 'pending',
    detail,
  };
}

/** When a suspension was is not in the approval, so one that no worker has written yet has the present time. */
function decidedStep(approval: Approval, status: ApprovalEnd, now: number): Step {
  const { id, subjectId, reason, decidedBy, decidedAt, expiresAt } = approval;
  const at = decidedAt ?? (status === 'expired' ? expiresAt : now);
  const summary = `${ENDS[status]}${reason === null ? '' : `: ${reason}`}`;
  return { at, kind: 'decided', id, summary, status, detail: { subject_id: subjectId, decided_by: decidedBy, reason } };
}
