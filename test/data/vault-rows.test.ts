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
  checkSecretUnchanged,
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
import { partitionRows } from '../support/partition-rows.ts';
import { recordedReads, strengthOf } from '../support/recorded-reads.ts';
import { AT, idsOf, newOrganizationId, useRows } from '../support/use-rows.ts';

const rows = useRows();
let agent: string;

beforeEach(() => {
  agent = makeId('agent', AT, randomPart());
});

function leaseAt(createdAt: number, more: Partial<Lease> = {}): Lease {
  return {
    id: makeId('lease', createdAt, randomPart()),
    organizationId: rows.org,
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
    organizationId: rows.org,
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

const sortKeys = async (found: AsyncIterable<{ sk: string }>) => (await Array.fromAsync(found)).map(({ sk }) => sk);

test('A lease of an agent is listed for its organization and for the agent, one of no agent for its organization', async () => {
  const [first, second] = [leaseAt(AT), leaseAt(AT + 1, { identityId: null })];
  for (const lease of [first, second]) await rows.write(...insertLease(lease));
  expect(await idsOf(leasesBefore(rows.table, rows.org, undefined, 10))).toEqual([second.id, first.id]);
  expect(await idsOf(leasesBefore(rows.table, rows.org, AT + 1, 10))).toEqual([first.id]);
  expect(await sortKeys(leaseIdsBefore(rows.table, agent, undefined, 10))).toEqual([first.id]);
  expect(await sortKeys(leaseIdsBefore(rows.table, agent, AT, 10))).toEqual([]);
  expect(insertLease(second)).toHaveLength(1);
  // The list of the agent has the id alone, so a redemption changes one row.
  expect(await partitionRows(rows.table, `LEASE#${agent}`)).toEqual([{ pk: `LEASE#${agent}`, sk: first.id }]);
});

test('A lease is found by its organization alone, and only by an id of a lease', async () => {
  const lease = leaseAt(AT);
  await rows.write(...insertLease(lease));
  const other = newOrganizationId();
  for (const strong of [true, false]) {
    expect(await findLease(rows.table, rows.org, lease.id, { strong })).toMatchObject(lease);
    expect(await findLease(rows.table, other, lease.id, { strong })).toBeUndefined();
  }
  expect(await strengthOf(rows.table, (table) => findLease(table, rows.org, 'lse_x', { strong: true }))).toEqual([]);
  expect(await findLease(rows.table, rows.org, 'lse_x', { strong: true })).toBeUndefined();
});

test('A lease that a stale read does not find is looked for again by a strongly consistent one', async () => {
  const lease = leaseAt(AT);
  const reading = (strong: boolean) =>
    strengthOf(rows.table, (table) => findLease(table, rows.org, lease.id, { strong }));
  expect([await reading(false), await reading(true)]).toEqual([[false, true], [true]]);
  await rows.write(...insertLease(lease));
  expect([await reading(false), await reading(true)]).toEqual([[false], [true]]);
});

test('Leases by id are the latest first, and those that do not exist are left out', async () => {
  const [first, second, third] = [leaseAt(AT), leaseAt(AT + 1), leaseAt(AT + 2)];
  for (const lease of [second, third, first]) await rows.write(...insertLease(lease));
  const wanted = [first.id, third.id, leaseAt(AT).id, second.id];
  expect(await idsOf(findLeases(rows.table, rows.org, wanted))).toEqual([third.id, second.id, first.id]);
  expect(await strengthOf(rows.table, (table) => findLeases(table, rows.org, wanted))).toEqual([true]);
});

test('A lease and a secret are replaced only by those who have read the last version', async () => {
  const lease = leaseAt(AT);
  const secret = secretAt(AT);
  await rows.write(...insertLease(lease), insertSecret(secret));
  await expect(rows.write(...insertLease(lease))).rejects.toThrow();
  await expect(rows.write(insertSecret(secret))).rejects.toThrow();
  await rows.write(replaceLease({ ...lease, useCount: 1, version: 2 }), replaceSecret({ ...secret, version: 2 }));
  await expect(rows.write(replaceLease({ ...lease, useCount: 1, version: 2 }))).rejects.toBeInstanceOf(StaleReadError);
  await expect(rows.write(replaceSecret({ ...secret, version: 2 }))).rejects.toBeInstanceOf(StaleReadError);
  await expect(rows.write(removeSecret(secret))).rejects.toBeInstanceOf(StaleReadError);
  expect(await findLease(rows.table, rows.org, lease.id, { strong: true })).toMatchObject({ useCount: 1, version: 2 });
  await rows.write(removeSecret({ ...secret, version: 2 }));
  expect(await findSecret(rows.table, rows.org, secret.id)).toBeUndefined();
});

test('A commit that needs a secret as it was read is tried again once it has changed, and for another organization', async () => {
  const secret = secretAt(AT);
  await rows.write(insertSecret(secret));
  await rows.write(checkSecretUnchanged(secret));
  const foreign = checkSecretUnchanged({ ...secret, organizationId: newOrganizationId() });
  await expect(rows.write(foreign)).rejects.toBeInstanceOf(StaleReadError);
  await rows.write(replaceSecret({ ...secret, version: 2 }));
  await expect(rows.write(checkSecretUnchanged(secret))).rejects.toBeInstanceOf(StaleReadError);
  await rows.write(checkSecretUnchanged({ ...secret, version: 2 }));
});

test('A secret is found by its organization alone, with pairs of any name, and listed the latest first', async () => {
  const first = secretAt(AT, { metadata: { constructor: 'x', plain: 'y' } });
  const second = secretAt(AT + 1);
  for (const secret of [first, second]) await rows.write(insertSecret(secret));
  const other = newOrganizationId();
  expect(await findSecret(rows.table, rows.org, first.id)).toMatchObject(first);
  expect(await findSecret(rows.table, other, first.id)).toBeUndefined();
  expect(await strengthOf(rows.table, (table) => findSecret(table, rows.org, 'sec_x'))).toEqual([]);
  expect(await idsOf(secretsBefore(rows.table, rows.org, undefined, 10))).toEqual([second.id, first.id]);
  expect(await idsOf(secretsBefore(rows.table, rows.org, AT + 1, 10))).toEqual([first.id]);
  expect(await idsOf(secretsBefore(rows.table, other, undefined, 10))).toEqual([]);
  const found = await idsOf(findSecrets(rows.table, rows.org, [second.id, secretAt(AT).id, first.id]));
  expect(found.sort()).toEqual([first.id, second.id]);
});

test('The value of a secret is stored apart from it, can be replaced, and is gone once it is removed', async () => {
  const { id } = secretAt(AT);
  const other = newOrganizationId();
  const value = (version: number) => ({ version, leaseGeneration: 1, sealed: `sealed ${version}` });
  for (const version of [1, 2]) {
    await rows.write(putSecretValue(rows.org, id, value(version)));
    expect(await findSecretValue(rows.table, rows.org, id)).toMatchObject(value(version));
  }
  expect(await findSecretValue(rows.table, other, id)).toBeUndefined();
  await rows.write(removeSecretValue(rows.org, id));
  expect(await findSecretValue(rows.table, rows.org, id)).toBeUndefined();
  await expect(rows.write(removeSecretValue(rows.org, id))).rejects.toBeInstanceOf(StaleReadError);
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
  for (const redemption of stored) await rows.write(insertRedemption(id, redemption));
  const listed = (before: number | undefined, limit = 10) => idsOf(redemptionsBefore(rows.table, id, before, limit));
  const [first, second, third] = stored.map((redemption) => redemption.id);
  expect(await listed(undefined)).toEqual([third, second, first]);
  expect(await listed(AT + 2)).toEqual([second, first]);
  expect(await listed(AT)).toEqual([]);
  expect(await listed(undefined, 2)).toEqual([third, second]);
  expect(await idsOf(redemptionsBefore(rows.table, leaseAt(AT).id, undefined, 10))).toEqual([]);
  await expect(rows.write(insertRedemption(id, at(AT)))).rejects.toBeInstanceOf(StaleReadError);
});

test('A nonce counts once for each identity, and is kept until ten minutes after the time of its proof', async () => {
  const proof = { timestamp: AT / 1000, nonce: 'n', signature: '' };
  const other = makeId('agent', AT, randomPart());
  await rows.write(insertProofNonce(agent, proof));
  const used = [await isNonceUsed(rows.table, agent, 'n'), await isNonceUsed(rows.table, other, 'n')];
  expect([...used, await isNonceUsed(rows.table, agent, 'm')]).toEqual([true, false, false]);
  await expect(rows.write(insertProofNonce(agent, proof))).rejects.toBeInstanceOf(StaleReadError);
  const [row] = await partitionRows(rows.table, `PROOFNONCE#${agent}`);
  expect(row).toEqual({ pk: `PROOFNONCE#${agent}`, sk: 'n', expires_at: AT / 1000 + 600 });
});

test('The wrapped key of an organization is found once it is written, and a claim of its creator is not one', async () => {
  const key = vaultKeyRowKey(rows.org);
  expect(await findWrappedKey(rows.table, rows.org)).toBeUndefined();
  await rows.write(put({ ...key, claim: 'creator' }));
  expect(await findWrappedKey(rows.table, rows.org)).toBeUndefined();
  await rows.write(put({ ...key, wrapped: 'wrapped' }));
  expect(await findWrappedKey(rows.table, rows.org)).toBe('wrapped');
  expect(await findWrappedKey(rows.table, newOrganizationId())).toBeUndefined();
});

test('Whatever decides about a redemption is read by strongly consistent reads', async () => {
  const { id } = secretAt(AT);
  const decisive = [
    (table: typeof rows.table) => findSecret(table, rows.org, id),
    (table: typeof rows.table) => findSecrets(table, rows.org, [id]),
    (table: typeof rows.table) => findSecretValue(table, rows.org, id),
    (table: typeof rows.table) => isNonceUsed(table, agent, 'n'),
    (table: typeof rows.table) => findWrappedKey(table, rows.org),
    (table: typeof rows.table) => redemptionsBefore(table, leaseAt(AT).id, undefined, 10),
    (table: typeof rows.table) => leasesBefore(table, rows.org, undefined, 10),
    (table: typeof rows.table) => leaseIdsBefore(table, agent, undefined, 10),
    (table: typeof rows.table) => secretsBefore(table, rows.org, undefined, 10),
  ];
  for (const read of decisive) expect(await strengthOf(rows.table, read)).toEqual([true]);
});

test('A list of the vault reads no more rows at once than its page needs', async () => {
  const { table, reads } = recordedReads(rows.table);
  await Array.fromAsync(leasesBefore(table, rows.org, undefined, 7));
  await Array.fromAsync(leaseIdsBefore(table, agent, undefined, 8));
  await Array.fromAsync(secretsBefore(table, rows.org, undefined, 9));
  expect(reads.map(({ limit }) => limit)).toEqual([7, 8, 9]);
});
