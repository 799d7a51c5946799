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
} from '#shared/data/entities/api-key.ts';
import {
  findIdempotencyRecord,
  idempotencyRowKey,
  insertIdempotencyRecord,
  readSealedReply,
} from '#shared/data/entities/idempotency.ts';
import {
  agentSummary,
  defaultAddress,
  findIdentities,
  findIdentity,
  findIdentityByHandle,
  findIdentityById,
  type Identity,
  identitiesBefore,
  insertIdentity,
  replaceIdentity,
} from '#shared/data/entities/identity.ts';
import { newApiKey } from '#shared/data/entities/new-api-key.ts';
import { organizationKey } from '#shared/data/entities/organization-key.ts';
import { StaleReadError } from '#shared/data/unit-of-work.ts';
import { hashApiKey } from '#shared/domain/api-key.ts';
import { makeId, randomPart } from '#shared/domain/ids.ts';
import { DAY, HOUR } from '#shared/domain/time.ts';
import { useEngine } from '../support/engine.ts';
import { partitionRows } from '../support/partition-rows.ts';
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

const identityAt = (createdAt: number, more: Partial<Identity> = {}): Identity => ({
  id: makeId('agent', createdAt, randomPart()),
  organizationId: org,
  handle: `agent-${randomPart().toLowerCase()}`,
  displayName: 'Ada',
  description: null,
  status: 'active',
  suspendedAt: null,
  suspendedReason: null,
  mailboxes: [],
  publiclyDiscoverable: false,
  metadata: {},
  createdAt,
  updatedAt: createdAt,
  version: 1,
  ...more,
});

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

test('An agent is found by its organization and id, and from anywhere by its handle or id', async () => {
  const agent = identityAt(AT, { metadata: { constructor: 'x' } });
  await write(...insertIdentity(agent));
  const found = [
    await findIdentity(engine.table, org, agent.id),
    await findIdentityByHandle(engine.table, agent.handle),
    await findIdentityById(engine.table, agent.id),
  ];
  for (const one of found) expect(one).toMatchObject(agent);
  const others = [
    await findIdentity(engine.table, another(), agent.id),
    await findIdentityByHandle(engine.table, identityAt(AT).handle),
    await findIdentityById(engine.table, identityAt(AT).id),
  ];
  expect(others).toEqual([undefined, undefined, undefined]);
});

test('A text that is no handle, or no id, is looked for nowhere, and what is looked for is read strongly', async () => {
  const agent = identityAt(AT);
  await write(...insertIdentity(agent));
  const reads = (read: (table: typeof engine.table) => Promise<unknown>) => strengthOf(engine.table, read);
  expect(await reads((table) => findIdentity(table, org, 'agt_x'))).toEqual([]);
  // The rows that find agents by handle and by id have one prefix: an id is no handle, and a handle is no id.
  expect(await findIdentityByHandle(engine.table, agent.id)).toBeUndefined();
  expect(await findIdentityById(engine.table, agent.handle)).toBeUndefined();
  expect(await reads((table) => findIdentityByHandle(table, 'no handle'))).toEqual([]);
  expect(await reads((table) => findIdentityById(table, 'agt_x'))).toEqual([]);
  expect(await reads((table) => findIdentityByHandle(table, agent.handle))).toEqual([true, true]);
  expect(await reads((table) => findIdentityById(table, agent.id))).toEqual([true, true]);
  const wanted = [{ organizationId: org, identityId: agent.id }];
  expect(await reads((table) => findIdentities(table, wanted))).toEqual([true]);
  expect(await strengthOf(engine.table, (table) => identitiesBefore(table, org, undefined))).toEqual([true]);
});

test('A handle belongs to one agent of the whole service, and so does an id', async () => {
  const agent = identityAt(AT);
  await write(...insertIdentity(agent));
  const sameHandle = identityAt(AT, { organizationId: another(), handle: agent.handle });
  await expect(write(...insertIdentity(sameHandle))).rejects.toMatchObject({ code: 'identity.handle_taken' });
  const sameId = identityAt(AT, { organizationId: another(), id: agent.id });
  await expect(write(...insertIdentity(sameId))).rejects.toThrow('the condition of a put failed that names no error');
  const [, , row] = insertIdentity({ ...identityAt(AT), id: agent.id }) as [Change, Change, Change];
  await expect(write(row)).rejects.toThrow('the condition of a put failed that names no error');
});

test('Agents are listed the latest first, read together across organizations, and replaced by the last version', async () => {
  const [first, second] = [identityAt(AT), identityAt(AT + 1)];
  const theirs = identityAt(AT + 2, { organizationId: another() });
  for (const agent of [first, second, theirs]) await write(...insertIdentity(agent));
  expect(await idsOf(identitiesBefore(engine.table, org, undefined))).toEqual([second.id, first.id]);
  expect(await idsOf(identitiesBefore(engine.table, org, AT + 1))).toEqual([first.id]);
  const wanted = [first, theirs, { ...second, organizationId: theirs.organizationId }];
  const found = await findIdentities(
    engine.table,
    wanted.map(({ organizationId, id }) => ({ organizationId, identityId: id })),
  );
  expect(found.map(({ id }) => id).sort()).toEqual([first.id, theirs.id].sort());
  await write(replaceIdentity({ ...first, status: 'suspended', version: 2 }));
  expect(await findIdentity(engine.table, org, first.id)).toMatchObject({ status: 'suspended', version: 2 });
  await expect(write(replaceIdentity({ ...first, version: 2 }))).rejects.toBeInstanceOf(StaleReadError);
});

test('The address of an agent is that of its default mailbox, and others see its handle and name', () => {
  const mailbox = (address: string, isDefault: boolean) => ({ id: `mbx_${address}`, address, isDefault });
  expect(defaultAddress({ mailboxes: [] })).toBeNull();
  expect(defaultAddress({ mailboxes: [mailbox('a', false)] })).toBeNull();
  expect(defaultAddress({ mailboxes: [mailbox('a', false), mailbox('b', true)] })).toBe('b');
  expect(agentSummary(identityAt(AT, { id: 'agt_1', handle: 'ada', displayName: 'Ada L.' }))).toEqual({
    id: 'agt_1',
    handle: 'ada',
    display_name: 'Ada L.',
  });
});

test('The row of an organization has one key', () => {
  expect(organizationKey('org_1')).toEqual({ pk: 'ORG#org_1', sk: 'ORG' });
});

test('A request is recorded until its time, once for each scope and key, and again after that', async () => {
  const scope = another();
  const key = idempotencyRowKey(scope, 'k');
  const record = (reply: string, now: number) => {
    return { bodyMac: 'm', status: 201, sealedReply: reply, expiresAt: now + DAY };
  };
  const stored = (reply: string, now: number) => write(insertIdempotencyRecord(key, record(reply, now), now));
  const found = async (now: number, which = key) =>
    (await findIdempotencyRecord(engine.table, which, now, { strong: true }))?.sealedReply;
  await stored('first', AT);
  expect(await found(AT + DAY - 1)).toBe('first');
  expect(await found(AT + DAY)).toBeUndefined();
  expect([await found(AT, idempotencyRowKey(scope, 'l')), await found(AT, idempotencyRowKey('s', 'k'))]).toEqual([
    undefined,
    undefined,
  ]);
  await expect(stored('second', AT + DAY - 1)).rejects.toThrow();
  await stored('second', AT + DAY);
  expect(await found(AT + DAY)).toBe('second');
  expect(await partitionRows(engine.table, key.pk)).toEqual([
    { ...key, ...record('second', AT + DAY), expires_at: (AT + 2 * DAY) / 1000 },
  ]);
  for (const strong of [true, false])
    expect(await strengthOf(engine.table, (table) => findIdempotencyRecord(table, key, AT, { strong }))).toEqual([
      strong,
    ]);
});

test('The reply of a record is in the record, or in the bucket of its organization, and never neither', async () => {
  const key = idempotencyRowKey(another(), 'k');
  const record = { bodyMac: 'm', status: 201, expiresAt: AT };
  const inRecord = { ...key, ...record, sealedReply: 'sealed' };
  expect(await readSealedReply(engine.table, inRecord)).toBe('sealed');
  await expect(readSealedReply(engine.table, { ...key, ...record })).rejects.toThrow("has no string 'content'");
  const object = { key: `content/${org}/none`, bytes: 1, sha256: 's' };
  await expect(readSealedReply(engine.table, { ...key, ...record, object })).rejects.toThrow(object.key);
  expect(insertIdempotencyRecord(key, record, AT, org)).toMatchObject({
    contentOwner: { kind: 'reply', organizationId: org, attribute: 'sealedReply' },
  });
  expect(insertIdempotencyRecord(key, record, AT)).not.toHaveProperty('contentOwner');
});

test('A grant without its organization is an error, and not a key of none', async () => {
  const key = keyAt(AT);
  const row = { pk: `KEYHASH#${key.keyHash}`, sk: 'KEY', keyId: key.id };
  await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: row }));
  await expect(findGrant(engine.table, key.keyHash)).rejects.toThrow("a row KEYHASH# has no string 'organizationId'");
});
