import type { z } from 'zod';
import type { approvalSchema } from '#shared/contract/schemas/approval.ts';
import { requireIdentity } from './caller.ts';
import { APPROVED_NOTES, HELD_NOTES, REFUSED_NOTES } from './results/held-notes.ts';
import { sentTo } from './results/mail-record.ts';
import type { ResultRecord, ToolResult } from './results/result-record.ts';
import { taskStepResult } from './results/tasks.ts';
import { toolResult } from './results/tool-result.ts';
import { UntrustedContent } from './results/untrusted.ts';
import type { ToolContext } from './tool-context.ts';

export type Approval = z.output<typeof approvalSchema>;
type Kind = keyof typeof HELD_NOTES;

/**
 * What became of an action that was held, in the form of the tool that asked for it. It does nothing, whatever the
 * arguments of the call are.
 *
 * See: docs/contract/mcp.md#the-user-of-a-client.
 */
export async function decidedAction(
  { api, caller }: Pick<ToolContext, 'api' | 'caller'>,
  approval: Approval,
): Promise<ToolResult> {
  const { kind, subject_id: id, id: approval_id, status } = approval;
  if (kind === 'mail') {
    const message = await api.call('getMessage', { params: { id: requireIdentity(caller), mid: id } });
    const { thread_id, status: messageStatus } = message;
    const head = { message_id: id, thread_id, status: messageStatus, approval_id };
    return toolResult({ ...head, ...decisionFields(approval, kind), ...sentTo(message) });
  }
  if (kind === 'task') {
    const task = await api.call('getTask', { params: { id } });
    return taskStepResult(task, { reader: caller.identityId, more: decisionFields(approval, kind) });
  }
  // No tool asks for a tunnel, so what is left is a lease.
  const head = { lease_id: id, ...(status === 'pending' && { status: 'held' }), approval_id };
  return toolResult({ ...head, ...decisionFields(approval, 'lease') });
}

function decisionFields({ id, status, reason }: Approval, kind: Kind): ResultRecord {
  return {
    approval_id: id,
    approval_status: status,
    // The words of a person, or of what refused the effect.
    ...(reason !== null && { reason: new UntrustedContent(reason) }),
    note: noteOf(status, kind),
  };
}

function noteOf(status: Approval['status'], kind: Kind): string {
  if (status === 'pending') return HELD_NOTES[kind];
  return status === 'approved' ? APPROVED_NOTES[kind] : REFUSED_NOTES[status];
}
