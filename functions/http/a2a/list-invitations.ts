import * as routes from '#shared/contract/routes/a2a-access.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { invitationsBefore } from '#shared/data/entities/a2a/a2a-invitation.ts';
import { collect } from '#shared/data/table-client.ts';
import { statusAt } from '#shared/domain/a2a/invitation-status.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { invitationRecord } from './invitation-record.ts';

export const listInvitations = operation(routes.listInvitations, async ({ actor, table, now }, { query }) => {
  const organizationId = actor.organization.id;
  const { role, status, before, limit } = query;
  const read = new BoundedRead(invitationsBefore(table, organizationId, before));
  const invitations = await collect(
    read,
    limit,
    (invitation) =>
      (role === undefined || invitation[role === 'sent' ? 'from' : 'to'].organizationId === organizationId) &&
      (status === undefined || statusAt(invitation, now) === status),
  );
  return replyPage({ invitations: invitations.map((invitation) => invitationRecord(invitation, now)) }, read);
});
