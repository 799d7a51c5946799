import { isId } from '../../domain/ids.ts';
import { type Change, insert, RETRY, remove, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

interface AccountOwner {
  organizationId: string;
}

const decodeAccountOwner = rowDecoder<AccountOwner>({ organizationId: 'string' });

/** An account of an organization with a mail provider. See: docs/contract/provider-accounts.md#provider-account-record. */
export interface ProviderAccount {
  id: string;
  organizationId: string;
  provider: 'ses' | 'smtp';
  name: string;
  /** `disabled` is for operators to set: it neither sends nor hands mail in. */
  status: 'active' | 'error' | 'disabled';
  /** Of SES. */
  region: string | null;
  /** Of SMTP. */
  host: string | null;
  port: number | null;
  username: string | null;
  /** `ProviderCredentials`, sealed for this account; null where it needs none. */
  sealedCredentials: string | null;
  /** Signs mail that is handed in, sealed for this account. */
  sealedInboundSecret: string;
  /** Why the last look failed, for a person. */
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

/** What a provider wants to see. Kept sealed, opened only to connect. */
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

/** Whoever hands mail in names the account alone: this row tells whose it is. */
function ownerKey(id: string): Key {
  return { pk: `${PREFIX.providerAccount}${id}`, sk: 'OWNER' };
}

/** The account and the row that finds it by its id. */
export function insertProviderAccount(account: ProviderAccount): Change[] {
  return [
    insert({ ...accountKey(account.organizationId, account.id), ...account }),
    insert({ ...ownerKey(account.id), organizationId: account.organizationId }),
  ];
}

/** The account as it is to be; `version` one more than what was read. */
export function replaceProviderAccount(account: ProviderAccount): Change {
  return replaceVersion({ ...accountKey(account.organizationId, account.id), ...account });
}

export function removeProviderAccount({ organizationId, id }: ProviderAccount): Change[] {
  return [remove(accountKey(organizationId, id), RETRY), remove(ownerKey(id), RETRY)];
}

/** Strongly consistent: what was deleted neither sends nor hands in mail from the next request on. */
export async function findProviderAccount(
  table: Table,
  organizationId: string,
  id: string,
): Promise<ProviderAccount | undefined> {
  if (!isId('providerAccount', id)) return undefined;
  return getRow(table, decodeProviderAccount, accountKey(organizationId, id), { strong: true });
}

/** The account of this id, whosever it is. For whoever proves with its secret to be its owner, and nobody else. */
export async function findProviderAccountById(table: Table, id: string): Promise<ProviderAccount | undefined> {
  if (!isId('providerAccount', id)) return undefined;
  const owner = await getRow(table, decodeAccountOwner, ownerKey(id), { strong: true });
  return owner && findProviderAccount(table, owner.organizationId, id);
}

export function providerAccountsBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeProviderAccount, { pk: partition(organizationId), kind: 'providerAccount' }, before);
}

/** Which account carries the organization's mail, and how many there are: the first one becomes the default. */
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

/** The default as it is to be; `version` one more than what was read. */
export function replaceProviderDefault(organizationId: string, value: ProviderDefault): Change {
  return replaceVersion({ ...defaultKey(organizationId), ...value });
}

/** The account that carries the organization's mail; without one the stage's own SES does. */
export async function defaultProviderAccount(
  table: Table,
  organizationId: string,
): Promise<ProviderAccount | undefined> {
  const { defaultId } = await readProviderDefault(table, organizationId);
  return defaultId === null ? undefined : findProviderAccount(table, organizationId, defaultId);
}
