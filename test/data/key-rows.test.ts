import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import type { Change } from '#shared/data/change.ts';
import { recordKeyUse } from '#shared/data/direct-writes/key-use.ts';
import {
  type ApiKey,
  apiKeysBefore,
  findApiKey,
  findGrant,
  insertApiKey,
  updateApiKeyRevoked,
} from '#shared/data/entities/organization/api-key.ts';
import { newApiKey } from '#shared/data/entities/organization/new-api-key.ts';
import { organizationKey } from '#shared/data/entities/organization/organization-key.ts';
import { StaleReadError } from '#shared/data/unit-of-work.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { hashApiKey } from '#shared/domain/organization/api-key.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { strengthOf } from '../support/recorded-reads.ts';
import { idsOf, newOrganizationId, rowWriter } from '../support/row-writer.ts';

const engine = useEngine();
const AT = 1_800_000_000_000;
let org: string;

beforeEach(() => {
  org = newOrganizationId(AT);
});

const write = rowWriter(engine, AT);
const another = () => newOrganizationId(AT);
const keyAt = (createdAt: number, identityId: string | null = null): ApiKey =>
  newApiKey(`aid_${randomPart()}`, { organizationId: org, name: 'k', identityId, createdAt });
const ORGANIZATION = { name: 'Test', slug: 'test' };

test('A new key has the hash of its text, never the text, and was neither used nor revoked', () => {
  const text = `aid_${randomPart()}`;
  const key = newApiKey(text, { organizationId: org, name: 'k', identityId: null, createdAt: AT });
  expect(key).toEqual({
    id: expect.stringMatching(/^key_/),
    organizationId: org,
    name: 'k',
    identityId: null,
    keyPrefix: expect.any(String),
    keyHash: hashApiKey(text),
    createdAt: AT,
    lastUsedAt: null,
    revokedAt: null,
  });
  expect(JSON.stringify(key)).not.toContain(text);
});

test('A key resolves to its organization and its agent by its hash, with a strong read, until it is revoked', async () => {
  const key = keyAt(AT, 'agt_1');
  await write(...insertApiKey(key, ORGANIZATION));
  const grant = await findGrant(engine.table, key.keyHash);
  expect(grant).toEqual({
    pk: `KEYHASH#${key.keyHash}`,
    sk: 'KEY',
    keyId: key.id,
    organizationId: org,
    organizationName: 'Test',
    organizationSlug: 'test',
    identityId: 'agt_1',
  });
  expect(await findGrant(engine.table, keyAt(AT).keyHash)).toBeUndefined();
  expect(await strengthOf(engine.table, (table) => findGrant(table, key.keyHash))).toEqual([true]);

  await write(...updateApiKeyRevoked(key, AT + 5));
  expect(await findGrant(engine.table, key.keyHash)).toBeUndefined();
  expect(await findApiKey(engine.table, org, key.id)).toMatchObject({ ...key, revokedAt: AT + 5 });
  await expect(write(...updateApiKeyRevoked(key, AT + 6))).rejects.toBeInstanceOf(StaleReadError);
});

test('Neither the hash nor the id of a key can be taken twice, and a record that is gone cannot be revoked', async () => {
  const key = keyAt(AT);
  await write(...insertApiKey(key, ORGANIZATION));
  await expect(write(...insertApiKey({ ...keyAt(AT), keyHash: key.keyHash }, ORGANIZATION))).rejects.toThrow();
  await expect(write(...insertApiKey({ ...keyAt(AT), id: key.id }, ORGANIZATION))).rejects.toThrow();
  const [, revoked] = updateApiKeyRevoked({ ...key, id: keyAt(AT).id }, AT) as [Change, Change];
  await expect(write(revoked)).rejects.toMatchObject({ code: 'resource.not_found' });
});

test('Keys are found and listed by their organization alone, the latest first', async () => {
  const [first, second] = [keyAt(AT), keyAt(AT + 1)];
  for (const key of [first, second]) await write(...insertApiKey(key, ORGANIZATION));
  expect(await findApiKey(engine.table, org, first.id)).toMatchObject(first);
  expect(await findApiKey(engine.table, another(), first.id)).toBeUndefined();
  expect(await strengthOf(engine.table, (table) => findApiKey(table, org, 'key_x'))).toEqual([]);
  expect(await strengthOf(engine.table, (table) => findApiKey(table, org, first.id))).toEqual([true]);
  expect(await idsOf(apiKeysBefore(engine.table, org, undefined))).toEqual([second.id, first.id]);
  expect(await idsOf(apiKeysBefore(engine.table, org, AT + 1))).toEqual([first.id]);
  expect(await idsOf(apiKeysBefore(engine.table, another(), undefined))).toEqual([]);
  expect(await strengthOf(engine.table, (table) => apiKeysBefore(table, org, undefined))).toEqual([true]);
});

test('The use of a key is recorded at most once per hour, and never brings back a key that is gone', async () => {
  const key = keyAt(AT);
  await write(...insertApiKey(key, ORGANIZATION));
  const usedAt = async (now: number) => {
    await recordKeyUse(engine.table, org, key.id, now);
    return (await findApiKey(engine.table, org, key.id))?.lastUsedAt;
  };
  expect(await usedAt(AT)).toBe(AT);
  expect(await usedAt(AT + HOUR)).toBe(AT);
  expect(await usedAt(AT + HOUR + 1)).toBe(AT + HOUR + 1);
  const gone = keyAt(AT);
  await recordKeyUse(engine.table, org, gone.id, AT);
  expect(await findApiKey(engine.table, org, gone.id)).toBeUndefined();
});

test('The row of an organization has one key', () => {
  expect(organizationKey('org_1')).toEqual({ pk: 'ORG#org_1', sk: 'ORG' });
});

test('A grant without its organization is an error, and not a key of none', async () => {
  const key = keyAt(AT);
  const row = { pk: `KEYHASH#${key.keyHash}`, sk: 'KEY', keyId: key.id };
  await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: row }));
  await expect(findGrant(engine.table, key.keyHash)).rejects.toThrow("a row KEYHASH# has no string 'organizationId'");
});
