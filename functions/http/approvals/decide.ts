import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { userIdOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { type OperationResult, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { type Decision, decideApproval } from '#shared/services/approvals/decide-approval.ts';
import { type ApprovalRecord, approvalRecord } from './approval-record.ts';
import { previewOf } from './preview.ts';
import { requireApprover } from './require-approver.ts';

/** Decides about an approval. The reply has what happens, without the texts of an email, as a list has it. */
export async function decide(
  context: AuthenticatedContext,
  approval: Approval,
  decision: Decision,
): OperationResult<ApprovalRecord> {
  const { actor, table } = context;
  if (actor.kind !== 'org') throw new Error('the route needs an org key');
  await requireApprover(context, actor, approval);
  const result = await decideApproval(context, approval, { decision, by: userIdOf(actor) });
  if (result.kind === 'unchanged') {
    return reply(approvalRecord(result.approval, await previewOf(table, result.approval)));
  }
  const { build, stored, message } = result;
  const preview = await previewOf(table, approval, message);
  return write(
    (tx) => {
      const decided = approvalRecord(build(tx), preview);
      tx.audit({ before: approvalRecord(approval, preview), after: decided });
      return reply(decided);
    },
    { stored },
  );
}
