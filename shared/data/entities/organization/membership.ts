import { lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import { isAdministrative, type Role } from '#shared/domain/organization/role.ts';
import { type Change, insert, put, RETRY, removeAnyway, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import {
  getRows,
  getRowsTogether,
  type Key,
  queryRows,
  type Row,
  type RowLookup,
  type Table,
} from '../../table-client.ts';

/**
 * An organization of a person, in the partition of the person: logins and authentication read it there. The copies of
 * its name and slug never change.
 */
export interface Membership {
  organizationId: string;
  name: string;
  slug: string;
  role: Role;
  /** When the person last logged in to the organization, in epoch milliseconds; absent before, and for old logins. */
  lastLoginAt?: number;
}

type StoredMembership = Omit<Membership, 'role'> & { role?: Role };

const decodeStored = rowDecoder<StoredMembership>({ organizationId: 'string', name: 'string', slug: 'string' });

/** A membership that release 0.3.0 has written has no role: its person is an owner. */
function decodeMembership(row: Row): Row<Membership> {
  const stored = decodeStored(row);
  return { ...stored, role: stored.role ?? 'owner' };
}

/**
 * Before the id of the organization, in the sort key of a member with a role less than that of an org key. Release
 * 0.3.0 reads the range of ids alone, so that it takes none of these members for one with all rights.
 */
const LIMITED = 'limited_';

function partition(userId: string): string {
  return `${PREFIX.user}${userId}`;
}

/** The key of a membership: `isFull` if its role is an administrative one. */
function membershipKey(userId: string, organizationId: string, isFull: boolean): Key {
  return { pk: partition(userId), sk: isFull ? organizationId : `${LIMITED}${organizationId}` };
}

/** Who is a member of what. */
export interface MemberRef {
  readonly userId: string;
  readonly organizationId: string;
}

/** The keys under which the membership of a person may be stored. */
function membershipKeys({ userId, organizationId }: MemberRef): Key[] {
  return [true, false].map((isFull) => membershipKey(userId, organizationId, isFull));
}

/** The first membership of a new person, who is the owner of a new organization. */
export function insertFirstMembership(userId: string, membership: Omit<Membership, 'role'>): Change {
  const key = membershipKey(userId, membership.organizationId, true);
  return insert({ ...key, ...membership, role: 'owner' satisfies Role });
}

/** Writes a membership, and removes the one that the same person has with a role of the other kind. */
export function putMembership(userId: string, membership: Membership): Change[] {
  const { organizationId, role } = membership;
  const isFull = isAdministrative(role);
  return [
    put({ ...membershipKey(userId, organizationId, isFull), ...membership }),
    removeAnyway(membershipKey(userId, organizationId, !isFull)),
  ];
}

/** Ends a membership, whatever its role is. */
export function removeMembership(member: MemberRef): Change[] {
  return membershipKeys(member).map(removeAnyway);
}

/** Notes a login. The operation runs again if the person is no member any more, or with a role of the other kind. */
export function updateLastLogin(userId: string, { organizationId, role }: Membership, now: number): Change {
  const key = membershipKey(userId, organizationId, isAdministrative(role));
  return update(key, { set: { lastLoginAt: now } }, { onConditionFailed: RETRY });
}

/** The organizations of a person, oldest first. */
export async function membershipsOf(table: Table, userId: string): Promise<Membership[]> {
  const to = lastIdAt('organization', MAX_TIME);
  const range = { pk: partition(userId), from: LIMITED, to, strong: true };
  const memberships = await Array.fromAsync(queryRows(table, decodeMembership, range));
  return memberships.sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1));
}

/** The memberships of members that exist, by the ids of their persons, strongly consistent. */
export async function findMemberships(
  table: Table,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Membership>> {
  const keys = userIds.flatMap((userId) => membershipKeys({ userId, organizationId }));
  const rows = await getRows(table, decodeMembership, keys, { strong: true });
  return new Map(rows.map((row) => [row.pk.slice(PREFIX.user.length), row]));
}

/** Whether a person is a member of an organization, with any role. */
export async function isMember(table: Table, { userId, organizationId }: MemberRef): Promise<boolean> {
  return (await findMemberships(table, organizationId, [userId])).size > 0;
}

/**
 * Reads other rows together with the membership of a person, in one request. `isFull`: only a membership with an
 * administrative role, and otherwise only one without.
 */
export async function readWithMembership(
  table: Table,
  { userId, organizationId, isFull }: MemberRef & { readonly isFull: boolean },
  others: readonly Key[],
): Promise<{ lookup: RowLookup; membership: Membership | undefined }> {
  const key = membershipKey(userId, organizationId, isFull);
  const lookup = await getRowsTogether(table, [key, ...others], { strong: true });
  return { lookup, membership: lookup(decodeMembership, key) };
}
