import * as routes from '#shared/contract/routes/a2a-access.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { invitationRecord } from './invitation-record.ts';
import { loadInvitationForStep, stageInvitationStep } from './invitation-step.ts';

export const revokeInvitation = operation(routes.revokeInvitation, async ({ actor, table, now }, { params }) => {
  const { invitation } = await loadInvitationForStep(table, actor, params.id, 'revoke', now);
  return write((tx) => reply(invitationRecord(stageInvitationStep(tx, invitation, 'revoke', actor), now)));
});
