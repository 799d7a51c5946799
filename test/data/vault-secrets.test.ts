import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { putSecretValue } from '#shared/data/entities/vault/secret-value.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { makeVault, type Vault } from '../support/vault-fixture.ts';

const engine = useEngine();
let api: InProcessApi;
let vault: Vault;

beforeAll(async () => {
  api = new InProcessApi(engine.table);
  vault = await makeVault(api);
});

const field = (reply: { status: number; body: { error: { message: string } } }) => [
  reply.status,
  /^[\w.]+/.exec(reply.body.error?.message ?? '')?.[0],
];
const create = (body: object) => vault.asAgent('createSecret', { body: { name: 'one', value: 'x', ...body } });

describe('the size of a value', () => {
  const KB = 1024;
  test.each([
    ['a text of 64 KB', 'x'.repeat(64 * KB), 201],
    ['a text of one byte more', 'x'.repeat(64 * KB + 1), 400],
    ['a text of 64 KB with letters of two bytes', 'é'.repeat(32 * KB), 201],
    ['one of them more', 'é'.repeat(32 * KB + 1), 400],
    ['a text that JSON escapes to more', '\u0001'.repeat(12 * KB), 400],
    ['a text that JSON escapes to 64 KB', '"'.repeat(32 * KB), 201],
    ['an object of 64 KB', { a: 'x'.repeat(64 * KB - 8) }, 201],
    ['an object of one byte more', { a: 'x'.repeat(64 * KB - 7) }, 400],
    ['an object with short numbers of a long serialization', { a: Array(4000).fill(1e20) }, 400],
    ['an object of many names', Object.fromEntries(Array.from({ length: 7000 }, (_, n) => [`n${n}`, n])), 400],
  ])('A value is limited by its serialization: %s', async (_, value, status) => {
    const reply = await create({ value });
    expect(reply.status).toBe(status);
    if (status === 400) return expect(field(reply)).toEqual([400, 'value']);
    const lease = await vault.createLease(reply.body.id);
    const redeemed = await vault.redeem(lease, { idempotencyKey: `size-of-value-${lease.id}` });
    expect(redeemed.body.value).toEqual(value);
  });
});

describe('bad input', () => {
  test.each([
    ['value', ''],
    ['value', 5],
    ['value', ['x']],
    ['value', null],
    ['name', ''],
    ['name', ' '],
    ['name', 'a\nb'],
    ['name', 'a\u0007b'],
    ['name', 'a\u007fb'],
    ['name', 'x'.repeat(201)],
    ['description', 'x'.repeat(2001)],
    ['metadata', { a: 1 }],
  ])('A secret with the %s %j is refused, and nothing is stored', async (name, value) => {
    const own = await makeVault(api);
    const reply = await own.asAgent('createSecret', { body: { name: 'one', value: 'x', [name]: value } });
    expect(field(reply)[0]).toBe(400);
    expect(String(field(reply)[1])).toMatch(new RegExp(`^${name}\\b`));
    expect((await own.asOrg('listSecrets')).body.secrets).toEqual([]);
  });

  test.each([
    ['ttl_seconds', 29],
    ['ttl_seconds', 86_401],
    ['ttl_seconds', 60.5],
    ['max_uses', 0],
    ['max_uses', 101],
    ['purpose', 'x'.repeat(2001)],
  ])('A lease with the %s %j is refused', async (name, value) => {
    const body = { secret_id: await vault.createSecret(), [name]: value };
    expect(field(await vault.asAgent('createLease', { body }))).toEqual([400, name]);
  });

  test.each([
    ['public_key', 'A'.repeat(43)],
    ['public_key', `${'A'.repeat(43)}=`],
    ['public_key', `${'A'.repeat(42)}B=`],
    ['public_key', ''],
    ['algorithm', 'rsa'],
  ])('A keypair with the %s %j is refused', async (name, value) => {
    const body = { algorithm: 'ed25519', public_key: 'c8t0b4TabCWtxKM9zgrX9Ys4D5HPqDsoRUVbpM/yc9Q=', [name]: value };
    expect(field(await vault.asAgent('putKeypair', { body }))).toEqual([400, name]);
    expect((await vault.asAgent('getKeypair')).status).toBe(404);
  });

  test.each([
    ['proof.nonce', { nonce: 'short' }],
    ['proof.nonce', { nonce: 'x'.repeat(65) }],
    ['proof.nonce', { nonce: 'nönce-nönce' }],
    ['proof.timestamp', { timestamp: '5' }],
    ['proof.timestamp', { timestamp: 5.5 }],
    ['proof.timestamp', { timestamp: -1 }],
    ['proof.timestamp', { timestamp: 1e26 }],
    ['proof.signature', { signature: 5 }],
    ['proof.surprise', { surprise: 1 }],
  ])('A proof with a malformed %s (%j) is refused as bad input', async (name, more) => {
    const lease = await vault.createLease(await vault.createSecret());
    const proof = { timestamp: 1, nonce: 'a good nonce', signature: 'x', ...more };
    expect(field(await vault.redeem(lease, { proof }))).toEqual([400, name]);
    expect(await vault.redemptions(lease.id)).toEqual([]);
  });
});

describe('who may use a secret', () => {
  test('An agent sees, leases and changes its own secrets only; others of its organization are absent', async () => {
    const own = await makeVault(api);
    const peer = await api.agent(own.organization.key);
    const { body: shared } = await own.asOrg('createSecret', { body: { name: 'shared', value: 'x' } });
    const mine = await own.createSecret();
    expect(shared.identity_id).toBeNull();
    const ids = async (key: string) => (await api.call('listSecrets', { key })).body.secrets.map(({ id }) => id);
    expect(await ids(own.organization.key)).toEqual([mine, shared.id]);
    expect(await ids(own.agent.key)).toEqual([mine]);
    expect(await ids(peer.key)).toEqual([]);
    for (const id of [shared.id, mine]) {
      const params = { id };
      const replies = [
        await api.call('getSecret', { key: peer.key, params }),
        await api.call('deleteSecret', { key: peer.key, params }),
        await api.call('rotateSecret', { key: peer.key, params, body: { value: 'y' } }),
        await api.call('createLease', { key: peer.key, body: { secret_id: id } }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    const named = { name: 'one', value: 'x', identity_id: peer.id };
    expect((await own.asAgent('createSecret', { body: named })).status).toBe(403);
    expect((await own.asOrg('createSecret', { body: named })).body.identity_id).toBe(peer.id);
  });

  test('An org key leases a shared secret to an agent, which redeems it; a secret of one agent goes to no other', async () => {
    const own = await makeVault(api);
    const peer = await api.agent(own.organization.key);
    const { body: shared } = await own.asOrg('createSecret', { body: { name: 'shared', value: 'for all' } });
    const lease = await own.createLease(shared.id, { identity_id: peer.id }, own.organization.key);
    expect(lease.identity_id).toBe(peer.id);
    expect((await own.redeem(lease)).status).toBe(404);
    expect((await own.redeem(lease, { key: peer.key })).body.value).toBe('for all');
    const leases = async (key: string) => (await api.call('listLeases', { key })).body.leases.map(({ id }) => id);
    expect(await leases(peer.key)).toEqual([lease.id]);
    expect(await leases(own.agent.key)).toEqual([]);
    expect((await own.asAgent('revokeLease', { params: { id: lease.id } })).status).toBe(404);

    const mine = await own.createSecret();
    const body = { secret_id: mine, identity_id: peer.id };
    const refused = await own.asOrg('createLease', { body });
    expect([refused.status, refused.body.error.message]).toEqual([403, 'The secret belongs to another agent.']);
    expect((await own.asAgent('createLease', { body })).status).toBe(403);
  });

  test('A lease of a shared secret without an agent is for org keys', async () => {
    const own = await makeVault(api);
    const { body: shared } = await own.asOrg('createSecret', { body: { name: 'shared', value: 'x' } });
    const lease = await own.createLease(shared.id, {}, own.organization.key);
    expect(lease.identity_id).toBeNull();
    expect((await own.redeem(lease)).status).toBe(404);
    expect((await own.redeem(lease, { key: own.organization.key })).body).toMatchObject({ value: 'x' });
  });

  test('Leases are listed by pages, the latest first, for org keys and for the agent', async () => {
    const own = await makeVault(api);
    const secretId = await own.createSecret();
    const made = [];
    for (let n = 0; n < 5; n++) made.unshift((await own.createLease(secretId)).id);
    for (const key of [own.organization.key, own.agent.key]) {
      const first = (await api.call('listLeases', { key, query: { limit: '3' } })).body.leases;
      const before = first.at(-1)?.created_at ?? '';
      const second = (await api.call('listLeases', { key, query: { limit: '3', before } })).body.leases;
      expect([...first, ...second].map(({ id }) => id)).toEqual(made);
      expect(second).toHaveLength(2);
    }
  });
});

describe('a value at rest', () => {
  const VALUE = 'the-known-value-4711 "quoted" ünïcödé';

  test('Neither values nor lease tokens are in the table, in plain, in base64 or as JSON', async () => {
    const secretId = await vault.createSecret(VALUE);
    const lease = await vault.createLease(secretId, { max_uses: 3 });
    await vault.redeem(lease, { idempotencyKey: 'a-stored-reply' });
    await vault.redeem(lease);
    await vault.asAgent('rotateSecret', { params: { id: secretId }, body: { value: { nested: VALUE } } });
    await vault.redeem(lease, { idempotencyKey: 'another-stored-reply' });
    const rows = JSON.stringify(await everyRow(engine.table));
    expect(rows).toContain(lease.id);
    for (const known of [VALUE, lease.lease_token]) {
      const forms = [known, JSON.stringify(known).slice(1, -1), Buffer.from(known).toString('base64').slice(0, -4)];
      for (const form of forms) expect(rows).not.toContain(form);
    }
    expect(rows).not.toContain('the-known-value');
  });

  test('A sealed value that was copied to another secret, organization or version cannot be opened', async () => {
    const other = await makeVault(api);
    const [from, to] = [await vault.createSecret(VALUE), await vault.createSecret('x')];
    const elsewhere = await other.createSecret('x');
    const { Items = [] } = await engine.table.client.send(
      new ScanCommand({
        TableName: engine.table.name,
        FilterExpression: 'sk = :id AND begins_with(pk, :prefix)',
        ExpressionAttributeValues: { ':id': from, ':prefix': 'SECRETVALUE#' },
      }),
    );
    const sealed = String(Items[0]?.sealed);
    const copies = [
      { owner: vault, id: to, version: 1 },
      { owner: other, id: elsewhere, version: 1 },
      { owner: vault, id: from, version: 2 },
    ];
    for (const { owner, id, version } of copies) {
      const lease = await owner.createLease(id);
      const { row } = putSecretValue(owner.organization.id, id, { version, leaseGeneration: 0, sealed });
      await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: row }));
      const reply = await owner.redeem(lease);
      expect([reply.status, reply.body.error.code]).toEqual([500, 'internal.error']);
      expect(await owner.leaseNow(lease.id)).toMatchObject({ use_count: 0 });
    }
  });
});
