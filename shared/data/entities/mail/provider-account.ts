import { isId } from '#shared/domain/ids/ids.ts';
import { type Change, insert, RETRY, remove, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

interface AccountOwner {
  organizationId: string;
}

const decodeAccountOwner = rowDecoder<AccountOwner>({ organizationId: 'string' });

/**
 * An account of an organization with a mail provider. See: docs/contract/provider-accounts.md#provider-account-record.
 */
export interface ProviderAccount {
  id: string;
  organizationId: string;
  provider: 'ses' | 'smtp';
  name: string;
  /** Operators set `disabled`: the account neither sends mail nor may submit any. */
  status: 'active' | 'error' | 'disabled';
  /** For SES. */
  region: string | null;
  /** For SMTP. */
  host: string | null;
  port: number | null;
  username: string | null;
  /** `ProviderCredentials`, encrypted for this account; null if it needs none. */
  sealedCredentials: string | null;
  /** The secret that signs submitted mail, encrypted for this account. */
  sealedInboundSecret: string;
  /** Why the last check failed, as a text for people. */
  lastError: string | null;
  createdAt: number;
  updatedAt: number;
  version: number;
}

const decodeProviderAccount = rowDecoder<ProviderAccount>({
  id: 'string',
  organizationId: 'string',
  provider: 'string',
  status: 'string',
  createdAt: 'number',
  version: 'number',
});

/** The credentials for a provider. They are stored encrypted, and decrypted only to connect. */
export interface ProviderCredentials {
  password?: string;
  roleArn?: string;
}

function partition(organizationId: string): string {
  return `${PREFIX.providerAccount}${organizationId}`;
}

function accountKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

/** Finds the organization of an account: requests that submit mail name the account alone. */
function ownerKey(id: string): Key {
  return { pk: `${PREFIX.providerAccount}${id}`, sk: 'OWNER' };
}

/** A new account, and the row that finds its organization. */
export function insertProviderAccount(account: ProviderAccount): Change[] {
  return [
    insert({ ...accountKey(account.organizationId, account.id), ...account }),
    insert({ ...ownerKey(account.id), organizationId: account.organizationId }),
  ];
}

/** Replaces an account. `version` must be one more than was read. */
export function replaceProviderAccount(account: ProviderAccount): Change {
  return replaceVersion({ ...accountKey(account.organizationId, account.id), ...account });
}

export function removeProviderAccount({ organizationId, id }: ProviderAccount): Change[] {
  return [remove(accountKey(organizationId, id), RETRY), remove(ownerKey(id), RETRY)];
}

/** An account by a strongly consistent read: after its deletion, the next request can neither send nor submit mail. */
export async function findProviderAccount(
  table: Table,
  organizationId: string,
  id: string,
): Promise<ProviderAccount | undefined> {
  if (!isId('providerAccount', id)) return undefined;
  return getRow(table, decodeProviderAccount, accountKey(organizationId, id), { strong: true });
}

/** An account of any organization. Only for requests that prove by the account's secret to be from its owner. */
export async function findProviderAccountById(table: Table, id: string): Promise<ProviderAccount | undefined> {
  if (!isId('providerAccount', id)) return undefined;
  const owner = await getRow(table, decodeAccountOwner, ownerKey(id), { strong: true });
  return owner && findProviderAccount(table, owner.organizationId, id);
}

export function providerAccountsBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeProviderAccount, { pk: partition(organizationId), kind: 'providerAccount' }, before);
}

/**
 * The default account, which sends the organization's mail, and the number of accounts. The first one is the default.
 */
export interface ProviderDefault {
  defaultId: string | null;
  accounts: number;
  version: number;
}

const decodeProviderDefault = rowDecoder<ProviderDefault>({ accounts: 'number', version: 'number' });

const NO_DEFAULT: ProviderDefault = { defaultId: null, accounts: 0, version: 0 };

function defaultKey(organizationId: string): Key {
  return { pk: partition(organizationId), sk: 'DEFAULT' };
}

export async function readProviderDefault(table: Table, organizationId: string): Promise<ProviderDefault> {
  return (await getRow(table, decodeProviderDefault, defaultKey(organizationId), { strong: true })) ?? NO_DEFAULT;
}

/** Replaces the default. `version` must be one more than was read. */
export function replaceProviderDefault(organizationId: string, value: ProviderDefault): Change {
  return replaceVersion({ ...defaultKey(organizationId), ...value });
}

/** The account that sends the organization's mail. Without one, the stage's SES sends it. */
export async function defaultProviderAccount(
  table: Table,
  organizationId: string,
): Promise<ProviderAccount | undefined> {
  const { defaultId } = await readProviderDefault(table, organizationId);
  return defaultId === null ? undefined : findProviderAccount(table, organizationId, defaultId);
}
