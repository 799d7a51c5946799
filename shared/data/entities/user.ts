import { type Change, insert, RETRY } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { oldestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

interface EmailOwner {
  userId: string;
}

const decodeEmailOwner = rowDecoder<EmailOwner>({ userId: 'string' });

/** A person with a login. One address is one person. */
export interface User {
  id: string;
  email: string;
  passwordHash: string;
  /** Grows when the password changes; tokens of an older one are dead. */
  passwordVersion: number;
  createdAt: number;
}

const decodeUser = rowDecoder<User>({
  id: 'string',
  email: 'string',
  passwordHash: 'string',
  passwordVersion: 'number',
  createdAt: 'number',
});

function userKey(id: string): Key {
  return { pk: `${PREFIX.user}${id}`, sk: 'USER' };
}

function emailKey(email: string): Key {
  return { pk: `${PREFIX.email}${email}`, sk: 'EMAIL' };
}

/** Read for an address that nobody has, so that knowing an address takes no longer than not knowing it. */
const NOBODY = 'usr_00000000000000000000000000';

/** The user of an address. The same two reads whether there is one or not. */
export async function findUserByEmail(table: Table, email: string): Promise<User | undefined> {
  const guard = await getRow(table, decodeEmailOwner, emailKey(email), { strong: true });
  return getRow(table, decodeUser, userKey(guard?.userId ?? NOBODY), { strong: true });
}

export function findUser(table: Table, id: string): Promise<User | undefined> {
  return getRow(table, decodeUser, userKey(id), { strong: true });
}

/** The user and the guard that keeps the address unique; `rerun` where somebody else took it meanwhile. */
export function insertUser(user: User): Change[] {
  return [insert({ ...emailKey(user.email), userId: user.id }, RETRY), insert({ ...userKey(user.id), ...user })];
}

/** That a person belongs to an organization; name and slug never change. */
export interface Membership {
  organizationId: string;
  name: string;
  slug: string;
}

const decodeMembership = rowDecoder<Membership>({ organizationId: 'string', name: 'string', slug: 'string' });

export function insertMembership(userId: string, membership: Membership): Change {
  return insert({ pk: userKey(userId).pk, sk: membership.organizationId, ...membership });
}

/** The organizations of a person, oldest first. */
export function membershipsOf(table: Table, userId: string): Promise<Membership[]> {
  return Array.fromAsync(oldestFirst(table, decodeMembership, { pk: userKey(userId).pk, kind: 'organization' }));
}
