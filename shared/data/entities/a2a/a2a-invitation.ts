import type { InvitationStatus } from '#shared/domain/a2a/invitation-status.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { type Change, insert, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** An agent as an invitation names it. */
export interface InvitedAgent {
  organizationId: string;
  identityId: string;
  handle: string;
  displayName: string;
}

/** A request to let the agents of two organizations reach each other. See: docs/contract/a2a.md#invitations. */
export interface Invitation {
  id: string;
  from: InvitedAgent;
  to: InvitedAgent;
  note: string | null;
  status: Exclude<InvitationStatus, 'expired'>;
  expiresAt: number;
  /** Unique in both organizations, because the lists of both page by it. */
  createdAt: number;
  updatedAt: number;
  version: number;
}

const decodeInvitation = rowDecoder<Invitation>({
  id: 'string',
  status: 'string',
  from: 'object',
  to: 'object',
  createdAt: 'number',
  version: 'number',
});

const partition = (organizationId: string) => `${PREFIX.invitation}${organizationId}`;
const invitationKey = (organizationId: string, id: string): Key => ({ pk: partition(organizationId), sk: id });

/** The ids of the organizations of an invitation: two, or one if both agents belong to it. */
export function partiesOf({ from, to }: Pick<Invitation, 'from' | 'to'>): string[] {
  return [...new Set([from.organizationId, to.organizationId])];
}

/** A new invitation. Each organization has a copy in its partition; the copies are always written together. */
export function insertInvitation(invitation: Invitation): Change[] {
  return partiesOf(invitation).map((party) => insert({ ...invitationKey(party, invitation.id), ...invitation }));
}

/** Replaces both copies of an invitation. `version` must be one more than was read. */
export function replaceInvitation(invitation: Invitation): Change[] {
  // The invitation has the row key of the copy that was read; each copy is written under its own key.
  return partiesOf(invitation).map((party) =>
    replaceVersion({ ...invitation, ...invitationKey(party, invitation.id) }),
  );
}

export async function findInvitation(
  table: Table,
  organizationId: string,
  id: string,
): Promise<Invitation | undefined> {
  if (!isId('invitation', id)) return undefined;
  return getRow(table, decodeInvitation, invitationKey(organizationId, id), { strong: true });
}

export function invitationsBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeInvitation, { pk: partition(organizationId), kind: 'invitation' }, before);
}
