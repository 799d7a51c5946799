import type { PendingCode } from '#shared/domain/organization/code.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, put, RETRY, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** An invitation that waits for its code. The role is that of the member at the time of the code. */
export interface PendingInvitation extends PendingCode {
  id: string;
  organizationId: string;
}

/**
 * All pending invitations of an address, oldest first and one per organization, in one row: a guess is checked against
 * all of them and counted once.
 */
export interface PendingInvitations {
  email: string;
  invitations: PendingInvitation[];
  version: number;
}

const decodePendingInvitations = rowDecoder<PendingInvitations>({
  email: 'string',
  invitations: 'array',
  version: 'number',
});

function invitationsKey(email: string): Key {
  return { pk: `${PREFIX.signup}${email}`, sk: 'INVITED' };
}

/** The context (associated data) of the code of an invitation. */
export function invitationCodeContext(email: string, id: string): string {
  const { pk, sk } = invitationsKey(email);
  return `${pk}/${sk}/${id}`;
}

export async function findPendingInvitations(table: Table, email: string): Promise<PendingInvitations> {
  const row = await getRow(table, decodePendingInvitations, invitationsKey(email), { strong: true });
  return row ?? { email, invitations: [], version: 0 };
}

/** Replaces the pending invitations if no one has changed them since they were read. */
export function replacePendingInvitations(
  { email, version }: PendingInvitations,
  invitations: readonly PendingInvitation[],
): Change {
  const row = { email, invitations, version: version + 1, ...timeToLive(invitations) };
  return replaceVersion({ ...invitationsKey(email), ...row }, RETRY);
}

/** A write of the same kind that changes no invitation, so that the time of a response does not reveal one. */
export function putNoInvitation(email: string, now: number): Change {
  return put({
    ...invitationsKey(email),
    sk: 'NOT_INVITED',
    email,
    invitations: [],
    version: 1,
    ...timeToLive([], now),
  });
}

/** The row is kept for a day after its last code has expired, so that an expired code differs from an absent one. */
function timeToLive(invitations: readonly PendingInvitation[], now = 0) {
  const last = Math.max(now, ...invitations.map(({ expiresAt }) => expiresAt));
  return { expires_at: epochSeconds(last + DAY) };
}
