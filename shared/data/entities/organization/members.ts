import { notFound } from '#shared/domain/errors/errors.ts';
import type { Member } from '#shared/domain/organization/member.ts';
import { type Change, RETRY, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRowsTogether, type Key, type Table } from '../../table-client.ts';
import { decodeOrganization, type Organization } from './organization.ts';
import { organizationKey } from './organization-key.ts';
import { findUser } from './user.ts';

/**
 * All members of an organization, in one row: of concurrent changes one succeeds, and the others load again. So no two
 * owners remove each other. What a person may do is read from the `Membership`, which changes in the same commit.
 *
 * See: docs/decisions/0089-members-and-roles.md.
 */
export interface Members {
  readonly organization: Organization;
  /** Oldest first. */
  readonly members: readonly Member[];
  /** 0 if no row is stored. */
  readonly version: number;
}

interface StoredMembers {
  organizationId: string;
  members: Member[];
  /** Whether the person who has claimed the organization is in the list, or was and was removed. */
  hasClaimant: boolean;
  version: number;
}

const decodeMembers = rowDecoder<StoredMembers>({
  organizationId: 'string',
  members: 'array',
  hasClaimant: 'boolean',
  version: 'number',
});

function membersKey(organizationId: string): Key {
  return { pk: `${PREFIX.member}${organizationId}`, sk: 'MEMBERS' };
}

/**
 * The members of an organization, strongly consistent. Before the first invitation, and until release 0.3.0, no row is
 * stored: the person who has signed up with the organization or claimed it is its owner.
 */
export async function findMembers(table: Table, organizationId: string): Promise<Members> {
  const keys = [organizationKey(organizationId), membersKey(organizationId)] as const;
  const lookup = await getRowsTogether(table, keys, { strong: true });
  const organization = lookup(decodeOrganization, keys[0]);
  if (organization === undefined) throw notFound();
  const stored = lookup(decodeMembers, keys[1]);
  const { members = [], hasClaimant = false, version = 0 } = stored ?? {};
  if (organization.claimedBy === null || hasClaimant) return { organization, members, version };
  const claimant = await findClaimant(table, organization.claimedBy, organization);
  // Release 0.3.0 may have let a person claim the organization who was invited before.
  const others = members.filter(({ email }) => email !== claimant?.email);
  return { organization, members: claimant === undefined ? others : [claimant, ...others], version };
}

async function findClaimant(table: Table, userId: string, { createdAt }: Organization): Promise<Member | undefined> {
  const user = await findUser(table, userId);
  if (user === undefined) return undefined;
  const { id, email } = user;
  return { id, email, role: 'owner', invitationId: null, createdAt: Math.max(createdAt, user.createdAt) };
}

/**
 * Replaces the members, if no one has changed them since they were read. `claims`: the same commit lets a person claim
 * the organization.
 */
export function replaceMembers(
  { organization, version }: Members,
  members: readonly Member[],
  { claims = false }: { claims?: boolean } = {},
): Change {
  const { id: organizationId, claimedBy } = organization;
  const hasClaimant = claims || claimedBy !== null;
  const row = { organizationId, members: [...members], hasClaimant, version: version + 1 };
  return replaceVersion({ ...membersKey(organizationId), ...row }, RETRY);
}
