import { insertApiKey, keyGrantRowKey } from '#shared/data/entities/organization/api-key.ts';
import { newApiKey } from '#shared/data/entities/organization/new-api-key.ts';
import { PREFIX } from '#shared/data/table.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import type { TableClient } from '../engines/table-client.ts';

/** An organization of this stack, as the console offers it. */
export interface KnownOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly created_at: string;
}

type Value = { S: string } | { N: string } | { BOOL: boolean } | { NULL: true };
type Item = Readonly<Record<string, Value>>;

/** The name of the key in the list of keys, where it can be revoked. */
const KEY_NAME = 'console of this machine';

/**
 * The organizations of this stack, and for each an org key that the console gets without a password. Anyone who can
 * connect to the local profile can read its mail and codes anyway.
 *
 * A key is created once per run, on the first request for it, and again after it has been revoked.
 *
 * See: docs/contract/local-profile.md#the-console.
 */
export class OrganizationKeys {
  readonly #client: TableClient;
  readonly #tableName: string;
  readonly #keys = new Map<string, string>();

  constructor(client: TableClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  /** All organizations, the newest first. */
  async list(): Promise<readonly KnownOrganization[]> {
    const found: KnownOrganization[] = [];
    let start: Item | undefined;
    do {
      const page: { Items?: Item[]; LastEvaluatedKey?: Item } = await this.#client.call('Scan', {
        TableName: this.#tableName,
        FilterExpression: 'begins_with(pk, :prefix) AND sk = :sort',
        ExpressionAttributeValues: { ':prefix': { S: PREFIX.organization }, ':sort': { S: 'ORG' } },
        ...(start && { ExclusiveStartKey: start }),
      });
      found.push(...(page.Items ?? []).map(organizationOf));
      start = page.LastEvaluatedKey;
    } while (start !== undefined);
    return found.sort((one, other) => other.created_at.localeCompare(one.created_at));
  }

  /** Whether there is an organization with the slug. */
  readonly has = async (slug: string): Promise<boolean> => (await this.list()).some((one) => one.slug === slug);

  /** An org key of an organization; `undefined` if there is no organization with the slug. */
  async keyFor(slug: string): Promise<string | undefined> {
    const organization = (await this.list()).find((one) => one.slug === slug);
    if (organization === undefined) return undefined;
    const known = this.#keys.get(organization.id);
    if (known !== undefined && (await this.#isValid(known))) return known;
    const key = generateApiKey('org');
    const record = newApiKey(key, {
      organizationId: organization.id,
      name: KEY_NAME,
      identityId: null,
      createdAt: Date.now(),
    });
    const puts = insertApiKey(record, organization).flatMap((change) =>
      change.kind === 'put' ? [{ Put: { TableName: this.#tableName, Item: itemOf(change.row) } }] : [],
    );
    await this.#client.call('TransactWriteItems', { TransactItems: puts });
    this.#keys.set(organization.id, key);
    return key;
  }

  async #isValid(key: string): Promise<boolean> {
    const { Item } = await this.#client.call<{ Item?: Item }>('GetItem', {
      TableName: this.#tableName,
      Key: itemOf(keyGrantRowKey(hashApiKey(key))),
      ConsistentRead: true,
    });
    return Item !== undefined;
  }
}

function organizationOf(item: Item): KnownOrganization {
  const text = (name: string) => {
    const value = item[name];
    return value !== undefined && 'S' in value ? value.S : '';
  };
  const createdAt = item.createdAt !== undefined && 'N' in item.createdAt ? Number(item.createdAt.N) : 0;
  return { id: text('id'), name: text('name'), slug: text('slug'), created_at: new Date(createdAt).toISOString() };
}

function itemOf(row: object): Item {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, attributeOf(value)]));
}

function attributeOf(value: unknown): Value {
  if (value === null) return { NULL: true };
  if (typeof value === 'number') return { N: String(value) };
  return typeof value === 'boolean' ? { BOOL: value } : { S: String(value) };
}
