import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Change } from '#shared/data/change.ts';
import { recordKeyUse } from '#shared/data/direct-writes/key-use.ts';
import {
  type ApiKey,
  apiKeysBefore,
  findApiKey,
  findApiKeys,
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
import { strengthOf } from '../support/recorded-reads.ts';
import { AT, idsOf, newOrganizationId, useRows } from '../support/use-rows.ts';

const rows = useRows();

const keyAt = (createdAt: number, identityId: string | null = null): ApiKey =>
  newApiKey(`aid_${randomPart()}`, { organizationId: rows.org, name: 'k', identityId, createdAt });
const ORGANIZATION = { name: 'Test', slug: 'test' };

test('A new key has the hash of its text, never the text, and was neither used nor revoked', () => {
  const text = `aid_${randomPart()}`;
  const key = newApiKey(text, { organizationId: rows.org, name: 'k', identityId: null, createdAt: AT });
  expect(key).toEqual({
    id: expect.stringMatching(/^key_/),
    organizationId: rows.org,
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
  await rows.write(...insertApiKey(key, ORGANIZATION));
  const grant = await findGrant(rows.table, key.keyHash);
  expect(grant).toEqual({
    pk: `KEYHASH#${key.keyHash}`,
    sk: 'KEY',
    keyId: key.id,
    organizationId: rows.org,
    organizationName: 'Test',
    organizationSlug: 'test',
    identityId: 'agt_1',
  });
  expect(await findGrant(rows.table, keyAt(AT).keyHash)).toBeUndefined();
  expect(await strengthOf(rows.table, (table) => findGrant(table, key.keyHash))).toEqual([true]);

  await rows.write(...updateApiKeyRevoked(key, AT + 5));
  expect(await findGrant(rows.table, key.keyHash)).toBeUndefined();
  expect(await findApiKey(rows.table, rows.org, key.id)).toMatchObject({ ...key, revokedAt: AT + 5 });
  await expect(rows.write(...updateApiKeyRevoked(key, AT + 6))).rejects.toBeInstanceOf(StaleReadError);
});

test('Neither the hash nor the id of a key can be taken twice, and a record that is gone cannot be revoked', async () => {
  const key = keyAt(AT);
  await rows.write(...insertApiKey(key, ORGANIZATION));
  await expect(rows.write(...insertApiKey({ ...keyAt(AT), keyHash: key.keyHash }, ORGANIZATION))).rejects.toThrow();
  await expect(rows.write(...insertApiKey({ ...keyAt(AT), id: key.id }, ORGANIZATION))).rejects.toThrow();
  const [, revoked] = updateApiKeyRevoked({ ...key, id: keyAt(AT).id }, AT) as [Change, Change];
  await expect(rows.write(revoked)).rejects.toMatchObject({ code: 'resource.not_found' });
});

test('Keys are found and listed by their organization alone, the latest first', async () => {
  const [first, second] = [keyAt(AT), keyAt(AT + 1)];
  for (const key of [first, second]) await rows.write(...insertApiKey(key, ORGANIZATION));
  expect(await findApiKey(rows.table, rows.org, first.id)).toMatchObject(first);
  expect(await findApiKey(rows.table, newOrganizationId(), first.id)).toBeUndefined();
  expect(await strengthOf(rows.table, (table) => findApiKey(table, rows.org, 'key_x'))).toEqual([]);
  expect(await strengthOf(rows.table, (table) => findApiKey(table, rows.org, first.id))).toEqual([true]);
  expect(await idsOf(apiKeysBefore(rows.table, rows.org, undefined))).toEqual([second.id, first.id]);
  expect(await idsOf(apiKeysBefore(rows.table, rows.org, AT + 1))).toEqual([first.id]);
  expect(await idsOf(apiKeysBefore(rows.table, newOrganizationId(), undefined))).toEqual([]);
  expect(await strengthOf(rows.table, (table) => apiKeysBefore(table, rows.org, undefined))).toEqual([true]);
});

test('The use of a key is recorded at most once per hour, and never brings back a key that is gone', async () => {
  const key = keyAt(AT);
  await rows.write(...insertApiKey(key, ORGANIZATION));
  const usedAt = async (now: number) => {
    await recordKeyUse(rows.table, rows.org, key.id, now);
    return (await findApiKey(rows.table, rows.org, key.id))?.lastUsedAt;
  };
  expect(await usedAt(AT)).toBe(AT);
  expect(await usedAt(AT + HOUR)).toBe(AT);
  expect(await usedAt(AT + HOUR + 1)).toBe(AT + HOUR + 1);
  const gone = keyAt(AT);
  await recordKeyUse(rows.table, rows.org, gone.id, AT);
  expect(await findApiKey(rows.table, rows.org, gone.id)).toBeUndefined();
});

test('The row of an organization has one key', () => {
  expect(organizationKey('org_1')).toEqual({ pk: 'ORG#org_1', sk: 'ORG' });
});

test('A grant without its organization is an error, and not a key of none', async () => {
  const key = keyAt(AT);
  const row = { pk: `KEYHASH#${key.keyHash}`, sk: 'KEY', keyId: key.id };
  await rows.table.client.send(new PutCommand({ TableName: rows.table.name, Item: row }));
  await expect(findGrant(rows.table, key.keyHash)).rejects.toThrow("a row KEYHASH# has no string 'organizationId'");
});

test('Keys are read together by their ids, those of the organization alone', async () => {
  const [first, second] = [keyAt(AT), keyAt(AT + 1)];
  const organizationId = newOrganizationId();
  const theirs = newApiKey(`aid_${randomPart()}`, { organizationId, name: 'k', identityId: null, createdAt: AT });
  for (const key of [first, second, theirs]) await rows.write(...insertApiKey(key, ORGANIZATION));
  const idsIn = async (organization: string, keys: readonly ApiKey[]) => {
    const ids = keys.map(({ id }) => id);
    return (await findApiKeys(rows.table, organization, ids)).map(({ id }) => id).sort();
  };
  expect(await idsIn(rows.org, [first, second, theirs])).toEqual([first.id, second.id].sort());
  expect(await idsIn(organizationId, [first, theirs])).toEqual([theirs.id]);
});
