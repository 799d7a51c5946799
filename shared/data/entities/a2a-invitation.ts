import type { InvitationStatus } from '../../domain/a2a/invitation-status.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** An agent as an invitation names it. */
export interface InvitedAgent {
  organizationId: string;
  identityId: string;
  handle: string;
  displayName: string;
}

/** One organization asks another that an agent of each may reach the other. See: docs/contract/a2a.md#invitations. */
export interface Invitation {
  id: string;
  from: InvitedAgent;
  to: InvitedAgent;
  note: string | null;
  status: Exclude<InvitationStatus, 'expired'>;
  expiresAt: number;
  /** Unique in both organizations: lists of either page by it. */
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

/** The organizations of an invitation, once where they are one. */
export function partiesOf({ from, to }: Pick<Invitation, 'from' | 'to'>): string[] {
  return [...new Set([from.organizationId, to.organizationId])];
}

/** Each party has a copy of its own, always written together, so that either finds it among its own. */
export function insertInvitation(invitation: Invitation): Change[] {
  return partiesOf(invitation).map((party) => insert({ ...invitationKey(party, invitation.id), ...invitation }));
}

/** The invitation as it is to be; `version` one more than what was read. */
export function replaceInvitation(invitation: Invitation): Change[] {
  // Whichever copy was read, each is written to its own place.
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
