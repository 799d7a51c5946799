import * as routes from '../../../shared/contract/routes/a2a-access.ts';
import { invitationsBefore } from '../../../shared/data/entities/a2a-invitation.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { statusAt } from '../../../shared/domain/a2a/invitation-status.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { invitationRecord } from './invitation-record.ts';

export const listInvitations = operation(routes.listInvitations, async ({ actor, table, now }, { query }) => {
  const organizationId = actor.organization.id;
  const { role, status, before, limit } = query;
  const invitations = await collect(
    invitationsBefore(table, organizationId, before),
    limit,
    (invitation) =>
      (role === undefined || invitation[role === 'sent' ? 'from' : 'to'].organizationId === organizationId) &&
      (status === undefined || statusAt(invitation, now) === status),
  );
  return reply({ invitations: invitations.map((invitation) => invitationRecord(invitation, now)) });
});
