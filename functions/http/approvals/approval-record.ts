import type { z } from 'zod';
import type { approvalSchema } from '#shared/contract/schemas/approval.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';

export type ApprovalRecord = z.input<typeof approvalSchema>;
export type Preview = ApprovalRecord['preview'];

/** See: docs/contract/approvals.md#approval-record. */
export function approvalRecord(approval: Approval, preview: Preview): ApprovalRecord {
  return {
    id: approval.id,
    kind: approval.kind,
    status: approval.status,
    identity_id: approval.identityId,
    subject_id: approval.subjectId,
    content_hash: approval.contentHash,
    preview,
    reason: approval.reason,
    requested_at: timestamp(approval.createdAt),
    expires_at: timestamp(approval.expiresAt),
    decided_at: timestampOrNull(approval.decidedAt),
    decided_by: approval.decidedBy,
  };
}
