import { beforeEach, expect, test } from 'vitest';
import { put } from '#shared/data/change.ts';
import {
  findLease,
  findLeases,
  insertLease,
  type Lease,
  leaseIdsBefore,
  leasesBefore,
  replaceLease,
} from '#shared/data/entities/vault/lease.ts';
import { insertProofNonce, isNonceUsed } from '#shared/data/entities/vault/proof-nonce.ts';
import { insertRedemption, type Redemption, redemptionsBefore } from '#shared/data/entities/vault/redemption.ts';
import {
  findSecret,
  findSecrets,
  insertSecret,
  removeSecret,
  replaceSecret,
  secretsBefore,
  type VaultSecret,
} from '#shared/data/entities/vault/secret.ts';
import { findSecretValue, putSecretValue, removeSecretValue } from '#shared/data/entities/vault/secret-value.ts';
import { findWrappedKey, vaultKeyRowKey } from '#shared/data/entities/vault/vault-key.ts';
import { StaleReadError } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { useEngine } from '../support/engine.ts';
import { partitionRows } from '../support/partition-rows.ts';
import { recordedReads, strengthOf } from '../support/recorded-reads.ts';
import { idsOf, newOrganizationId, rowWriter } from '../support/row-writer.ts';

const engine = useEngine();
const AT = 1_800_000_000_000;
let org: string;
let agent: string;

beforeEach(() => {
  org = newOrganizationId(AT);
  agent = makeId('agent', AT, randomPart());
});

const write = rowWriter(engine, AT);

function leaseAt(createdAt: number, more: Partial<Lease> = {}): Lease {
  return {
    id: makeId('lease', createdAt, randomPart()),
    organizationId: org,
    secretId: makeId('secret', AT, randomPart()),
    secretVersion: 1,
    identityId: agent,
    tokenHash: 'hash',
    purpose: null,
    maxUses: 2,
    useCount: 0,
    expiresAt: createdAt + 1000,
    revokedAt: null,
    secretGeneration: 1,
    identityGeneration: 0,
    lastRedeemedAt: null,
    createdAt,
    version: 1,
    ...more,
  };
}

function secretAt(createdAt: number, more: Partial<VaultSecret> = {}): VaultSecret {
  return {
    id: makeId('secret', createdAt, randomPart()),
    organizationId: org,
    identityId: null,
    name: 'token',
    description: null,
    metadata: {},
    version: 1,
    leaseGeneration: 1,
    createdAt,
    updatedAt: createdAt,
    rotatedAt: null,
    ...more,
  };
}

const sortKeys = async (rows: AsyncIterable<{ sk: string }>) => (await Array.fromAsync(rows)).map(({ sk }) => sk);

test('A lease of an agent is listed for its organization and for the agent, one of no agent for its organization', async () => {
  const [first, second] = [leaseAt(AT), leaseAt(AT + 1, { identityId: null })];
  for (const lease of [first, second]) await write(...insertLease(lease));
  expect(await idsOf(leasesBefore(engine.table, org, undefined, 10))).toEqual([second.id, first.id]);
  expect(await idsOf(leasesBefore(engine.table, org, AT + 1, 10))).toEqual([first.id]);
  expect(await sortKeys(leaseIdsBefore(engine.table, agent, undefined, 10))).toEqual([first.id]);
  expect(await sortKeys(leaseIdsBefore(engine.table, agent, AT, 10))).toEqual([]);
  expect(insertLease(second)).toHaveLength(1);
  // The list of the agent has the id alone, so a redemption changes one row.
  expect(await partitionRows(engine.table, `LEASE#${agent}`)).toEqual([{ pk: `LEASE#${agent}`, sk: first.id }]);
});

test('A lease is found by its organization alone, and only by an id of a lease', async () => {
  const lease = leaseAt(AT);
  await write(...insertLease(lease));
  const other = newOrganizationId(AT);
  for (const strong of [true, false]) {
    expect(await findLease(engine.table, org, lease.id, { strong })).toMatchObject(lease);
    expect(await findLease(engine.table, other, lease.id, { strong })).toBeUndefined();
  }
  expect(await strengthOf(engine.table, (table) => findLease(table, org, 'lse_x', { strong: true }))).toEqual([]);
  expect(await findLease(engine.table, org, 'lse_x', { strong: true })).toBeUndefined();
});

test('A lease that a stale read does not find is looked for again by a strongly consistent one', async () => {
  const lease = leaseAt(AT);
  const reading = (strong: boolean) => strengthOf(engine.table, (table) => findLease(table, org, lease.id, { strong }));
  expect([await reading(false), await reading(true)]).toEqual([[false, true], [true]]);
  await write(...insertLease(lease));
  expect([await reading(false), await reading(true)]).toEqual([[false], [true]]);
});

test('Leases by id are the latest first, and those that do not exist are left out', async () => {
  const [first, second, third] = [leaseAt(AT), leaseAt(AT + 1), leaseAt(AT + 2)];
  for (const lease of [second, third, first]) await write(...insertLease(lease));
  const wanted = [first.id, third.id, leaseAt(AT).id, second.id];
  expect(await idsOf(findLeases(engine.table, org, wanted))).toEqual([third.id, second.id, first.id]);
  expect(await strengthOf(engine.table, (table) => findLeases(table, org, wanted))).toEqual([true]);
});

test('A lease and a secret are replaced only by those who have read the last version', async () => {
  const lease = leaseAt(AT);
  const secret = secretAt(AT);
  await write(...insertLease(lease), insertSecret(secret));
  await expect(write(...insertLease(lease))).rejects.toThrow();
  await expect(write(insertSecret(secret))).rejects.toThrow();
  await write(replaceLease({ ...lease, useCount: 1, version: 2 }), replaceSecret({ ...secret, version: 2 }));
  await expect(write(replaceLease({ ...lease, useCount: 1, version: 2 }))).rejects.toBeInstanceOf(StaleReadError);
  await expect(write(replaceSecret({ ...secret, version: 2 }))).rejects.toBeInstanceOf(StaleReadError);
  await expect(write(removeSecret(secret))).rejects.toBeInstanceOf(StaleReadError);
  expect(await findLease(engine.table, org, lease.id, { strong: true })).toMatchObject({ useCount: 1, version: 2 });
  await write(removeSecret({ ...secret, version: 2 }));
  expect(await findSecret(engine.table, org, secret.id)).toBeUndefined();
});

test('A secret is found by its organization alone, with pairs of any name, and listed the latest first', async () => {
  const first = secretAt(AT, { metadata: { constructor: 'x', plain: 'y' } });
  const second = secretAt(AT + 1);
  for (const secret of [first, second]) await write(insertSecret(secret));
  const other = newOrganizationId(AT);
  expect(await findSecret(engine.table, org, first.id)).toMatchObject(first);
  expect(await findSecret(engine.table, other, first.id)).toBeUndefined();
  expect(await strengthOf(engine.table, (table) => findSecret(table, org, 'sec_x'))).toEqual([]);
  expect(await idsOf(secretsBefore(engine.table, org, undefined, 10))).toEqual([second.id, first.id]);
  expect(await idsOf(secretsBefore(engine.table, org, AT + 1, 10))).toEqual([first.id]);
  expect(await idsOf(secretsBefore(engine.table, other, undefined, 10))).toEqual([]);
  const found = await idsOf(findSecrets(engine.table, org, [second.id, secretAt(AT).id, first.id]));
  expect(found.sort()).toEqual([first.id, second.id]);
});

test('The value of a secret is stored apart from it, can be replaced, and is gone once it is removed', async () => {
  const { id } = secretAt(AT);
  const other = newOrganizationId(AT);
  const value = (version: number) => ({ version, leaseGeneration: 1, sealed: `sealed ${version}` });
  for (const version of [1, 2]) {
    await write(putSecretValue(org, id, value(version)));
    expect(await findSecretValue(engine.table, org, id)).toMatchObject(value(version));
  }
  expect(await findSecretValue(engine.table, other, id)).toBeUndefined();
  await write(removeSecretValue(org, id));
  expect(await findSecretValue(engine.table, org, id)).toBeUndefined();
  await expect(write(removeSecretValue(org, id))).rejects.toBeInstanceOf(StaleReadError);
});

test('Redemptions are listed the latest first, up to a time and a number, and two never share a time', async () => {
  const { id } = leaseAt(AT);
  const at = (time: number): Redemption => ({
    id: makeId('redemption', time, randomPart()),
    at: time,
    actorType: 'agent',
    actorId: agent,
    keyId: 'key_1',
    address: '192.0.2.1',
    version: null,
    outcome: 'expired',
  });
  const stored = [at(AT), at(AT + 1), at(AT + 2)];
  for (const redemption of stored) await write(insertRedemption(id, redemption));
  const listed = (before: number | undefined, limit = 10) => idsOf(redemptionsBefore(engine.table, id, before, limit));
  const [first, second, third] = stored.map((redemption) => redemption.id);
  expect(await listed(undefined)).toEqual([third, second, first]);
  expect(await listed(AT + 2)).toEqual([second, first]);
  expect(await listed(AT)).toEqual([]);
  expect(await listed(undefined, 2)).toEqual([third, second]);
  expect(await idsOf(redemptionsBefore(engine.table, leaseAt(AT).id, undefined, 10))).toEqual([]);
  await expect(write(insertRedemption(id, at(AT)))).rejects.toBeInstanceOf(StaleReadError);
});

test('A nonce counts once for each identity, and is kept until ten minutes after the time of its proof', async () => {
  const proof = { timestamp: AT / 1000, nonce: 'n', signature: '' };
  const other = makeId('agent', AT, randomPart());
  await write(insertProofNonce(agent, proof));
  const used = [await isNonceUsed(engine.table, agent, 'n'), await isNonceUsed(engine.table, other, 'n')];
  expect([...used, await isNonceUsed(engine.table, agent, 'm')]).toEqual([true, false, false]);
  await expect(write(insertProofNonce(agent, proof))).rejects.toBeInstanceOf(StaleReadError);
  const [row] = await partitionRows(engine.table, `PROOFNONCE#${agent}`);
  expect(row).toEqual({ pk: `PROOFNONCE#${agent}`, sk: 'n', expires_at: AT / 1000 + 600 });
});

test('The wrapped key of an organization is found once it is written, and a claim of its creator is not one', async () => {
  const key = vaultKeyRowKey(org);
  expect(await findWrappedKey(engine.table, org)).toBeUndefined();
  await write(put({ ...key, claim: 'creator' }));
  expect(await findWrappedKey(engine.table, org)).toBeUndefined();
  await write(put({ ...key, wrapped: 'wrapped' }));
  expect(await findWrappedKey(engine.table, org)).toBe('wrapped');
  expect(await findWrappedKey(engine.table, newOrganizationId(AT))).toBeUndefined();
});

test('Whatever decides about a redemption is read by strongly consistent reads', async () => {
  const { id } = secretAt(AT);
  const decisive = [
    (table: typeof engine.table) => findSecret(table, org, id),
    (table: typeof engine.table) => findSecrets(table, org, [id]),
    (table: typeof engine.table) => findSecretValue(table, org, id),
    (table: typeof engine.table) => isNonceUsed(table, agent, 'n'),
    (table: typeof engine.table) => findWrappedKey(table, org),
    (table: typeof engine.table) => redemptionsBefore(table, leaseAt(AT).id, undefined, 10),
    (table: typeof engine.table) => leasesBefore(table, org, undefined, 10),
    (table: typeof engine.table) => leaseIdsBefore(table, agent, undefined, 10),
    (table: typeof engine.table) => secretsBefore(table, org, undefined, 10),
  ];
  for (const read of decisive) expect(await strengthOf(engine.table, read)).toEqual([true]);
});

test('A list of the vault reads no more rows at once than its page needs', async () => {
  const { table, reads } = recordedReads(engine.table);
  await Array.fromAsync(leasesBefore(table, org, undefined, 7));
  await Array.fromAsync(leaseIdsBefore(table, agent, undefined, 8));
  await Array.fromAsync(secretsBefore(table, org, undefined, 9));
  expect(reads.map(({ limit }) => limit)).toEqual([7, 8, 9]);
});
