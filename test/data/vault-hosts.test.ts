import { beforeAll, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { makeVault, type Vault } from '../support/vault-fixture.ts';

const engine = useEngine();
const HOSTS = ['api.example.com', '*.example.org:8443'];
let vault: Vault;

beforeAll(async () => {
  vault = await makeVault(new InProcessApi(engine.table));
});

const create = (body: object) => vault.asAgent('createSecret', { body: { name: 'one', value: 'x', ...body } });
const rotate = (id: string, body: object) => vault.asAgent('rotateSecret', { params: { id }, body });

test('A secret, its leases and each redemption have its hosts, and those of a secret without hosts are empty', async () => {
  for (const hosts of [HOSTS, [], undefined]) {
    const { body: secret } = await create({ hosts });
    const expected = hosts ?? [];
    const lease = await vault.createLease(secret.id);
    const redeemed = await vault.redeem(lease);
    const { body: found } = await vault.asAgent('getSecret', { params: { id: secret.id } });
    const listed = (await vault.asAgent('listSecrets')).body.secrets.find(({ id }) => id === secret.id);
    const records = [secret, found, listed, lease, await vault.leaseNow(lease.id), redeemed.body, redeemed.body.lease];
    expect(records.map((record) => record?.hosts)).toEqual(records.map(() => expected));
  }
});

test('A rotation keeps the hosts and the leases, and new hosts end the leases with the old ones', async () => {
  const { body: secret } = await create({ hosts: HOSTS });
  const lease = await vault.createLease(secret.id, { max_uses: 9 });
  for (const body of [{ value: 'two' }, { value: 'three', hosts: [...HOSTS].reverse() }]) {
    expect((await rotate(secret.id, body)).status).toBe(200);
    expect((await vault.redeem(lease)).body).toMatchObject({ value: body.value, hosts: HOSTS });
  }
  for (const hosts of [['other.example.com'], []]) {
    const before = await vault.createLease(secret.id);
    expect((await rotate(secret.id, { value: 'four', hosts })).body).toMatchObject({ hosts });
    const refused = await vault.redeem(before);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'vault.lease_revoked']);
    expect((await vault.redeem(await vault.createLease(secret.id))).body).toMatchObject({ value: 'four', hosts });
  }
});

test.each([
  ['API.example.com'],
  ['https://api.example.com'],
  ['*.com'],
  ['api.example.com:0'],
  ['010.0.0.1'],
  [''],
  [5],
])('A secret with the host %j is refused, by creation and by rotation, and the error names the field', async (host) => {
  const id = await vault.createSecret();
  for (const reply of [await create({ hosts: [host] }), await rotate(id, { value: 'two', hosts: [host] })]) {
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringMatching(/^hosts\b/)]);
  }
  const { body } = await vault.asAgent('getSecret', { params: { id } });
  expect(body).toMatchObject({ version: 1, hosts: [] });
});

test('A secret has at most ten hosts', async () => {
  const hosts = Array.from({ length: 11 }, (_, index) => `h${index}.example.com`);
  expect((await create({ hosts })).status).toBe(400);
  expect((await create({ hosts: hosts.slice(1) })).status).toBe(201);
});
