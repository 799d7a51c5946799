import * as routes from '../../../shared/contract/routes/a2a-access.ts';
import { partiesOf } from '../../../shared/data/entities/a2a-invitation.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { invitationRecord } from './invitation-record.ts';
import { openInvitation, stageInvitationStep } from './invitation-step.ts';

export const revokeInvitation = operation(routes.revokeInvitation, async ({ actor, table, now }, { params }) => {
  const { invitation } = await openInvitation(table, actor, params.id, 'revoke', now);
  return write(partiesOf(invitation), (staging) =>
    reply(invitationRecord(stageInvitationStep(staging, invitation, 'revoke', actor), now)),
  );
});
