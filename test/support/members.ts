import { randomBytes } from 'node:crypto';
import type { Table } from '#shared/data/table-client.ts';
import type { Role } from '#shared/domain/organization/role.ts';
import type { InProcessApi } from './in-process-api.ts';
import { mailedCodes } from './mailed-codes.ts';

export const PASSWORD = 'correct horse battery';

/** An organization with its owner, who has logged in. */
export interface Founded {
  readonly id: string;
  readonly slug: string;
  /** An org key. */
  readonly key: string;
  readonly email: string;
  readonly userId: string;
  /** The owner's token. */
  readonly token: string;
}

/** A member who has logged in. */
export interface Joined {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export function logIn(api: InProcessApi, email: string, slug?: string, password = PASSWORD) {
  const body = { email, password, ...(slug !== undefined && { organization_slug: slug }) };
  return api.call('login', { body });
}

/** Lets time pass. The clock is not stopped: two changes in one millisecond are two attempts of the second one. */
export function letTimePass(api: InProcessApi, ms: number): void {
  const { now } = api;
  api.now = () => now() + ms;
}

/** Creates an organization that a new person claims. */
export async function foundOrganization(api: InProcessApi, table: Table): Promise<Founded> {
  const email = `ada-${randomBytes(6).toString('hex')}@example.com`;
  const { id, slug, key } = await api.organization();
  await api.call('claim', { key, body: { email, password: PASSWORD } });
  const code = (await mailedCodes(api, table, email, id)).at(-1)?.code;
  const claimed = await api.call('claim', { key, body: { email, code } });
  if (claimed.status !== 200) throw new Error(`claim: ${claimed.status}`);
  const { token, user } = (await logIn(api, email)).body;
  return { id, slug, key, email, userId: user.id, token };
}

export function invite(api: InProcessApi, key: string, email: string, role: Role) {
  return api.call('createMember', { key, body: { email, role } });
}

/** Invites a new person, who accepts and logs in. */
export async function join(api: InProcessApi, table: Table, founded: Founded, role: Role): Promise<Joined> {
  const email = `grace-${randomBytes(6).toString('hex')}@example.com`;
  await invite(api, founded.token, email, role);
  const code = (await mailedCodes(api, table, email, founded.id)).at(-1)?.code ?? '';
  const joined = await api.call('joinOrganization', { body: { email, code, password: PASSWORD } });
  if (joined.status !== 200) throw new Error(`joinOrganization: ${joined.status}`);
  const { token } = (await logIn(api, email)).body;
  return { id: joined.body.user.id, email, token };
}
