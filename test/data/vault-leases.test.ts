import { beforeAll, describe, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { makeVault, type Vault } from '../support/vault-fixture.ts';

const engine = useEngine();
let api: InProcessApi;
let vault: Vault;

beforeAll(async () => {
  api = new InProcessApi(engine.table);
  vault = await makeVault(api);
});

/** Runs a test at a later time. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  api.now = () => Date.now() + ms;
  try {
    return await work();
  } finally {
    api.now = Date.now;
  }
}

/**
 * Repeats a request that lost to other writers until its deadline, as a client does. It has changed nothing.
 *
 * See: docs/contract/errors.md#error-codes.
 */
async function untilDecided<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const reply = await send();
    if (reply.status !== 429) return reply;
  }
}

const outcomesOf = async (id: string) => (await vault.redemptions(id)).map(({ outcome }) => outcome);

describe('redeeming a lease', () => {
  test.each([
    ['a text'],
    ['ünïcödé\n"quoted"\u0001'],
    [{ user: 'ada', nested: { list: [1, null, 'x'] }, constructor: 'y' }],
  ])('A redemption returns the value %j as it was stored, its version, and the lease', async (value) => {
    const lease = await vault.createLease(await vault.createSecret(value), { max_uses: 2, purpose: 'to test' });
    expect(lease).toMatchObject({ status: 'active', use_count: 0, max_uses: 2, secret_version: 1, purpose: 'to test' });
    const { status, body } = await vault.redeem(lease);
    expect(status).toBe(200);
    expect(body).toMatchObject({ value, version: 1, lease: { id: lease.id, status: 'active', use_count: 1 } });
    expect(body.lease.last_redeemed_at).not.toBeNull();
    expect(JSON.stringify(body.lease)).not.toContain('lst_');
    expect((await vault.redeem(lease)).body.lease).toMatchObject({ status: 'exhausted', use_count: 2 });
    expect((await vault.redeem(lease)).body.error).toMatchObject({ code: 'vault.lease_exhausted' });
  });

  test('Of 100 redemptions at once of a lease with seven uses, seven get the value and 93 are refused and recorded', async () => {
    const lease = await vault.createLease(await vault.createSecret('seven'), { max_uses: 7 });
    const replies = await Promise.all(Array.from({ length: 100 }, () => untilDecided(() => vault.redeem(lease))));
    const redeemed = replies.filter(({ status }) => status === 200);
    expect(redeemed.map(({ body }) => body.value)).toEqual(Array(7).fill('seven'));
    expect(redeemed.map(({ body }) => body.lease.use_count).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const refused = replies.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(93).fill('vault.lease_exhausted'));
    expect(await vault.leaseNow(lease.id)).toMatchObject({ use_count: 7, status: 'exhausted' });
    const { body } = await vault.asOrg('listRedemptions', { params: { id: lease.id }, query: { limit: '200' } });
    const outcomes = Map.groupBy(body.redemptions, ({ outcome }) => outcome);
    expect([outcomes.get('redeemed')?.length, outcomes.get('exhausted')?.length]).toEqual([7, 93]);
    expect(new Set(body.redemptions.map(({ at }) => at)).size).toBe(100);
  });

  test('Redemptions with one idempotency key, in turn and at once, count once and return the same value', async () => {
    const lease = await vault.createLease(await vault.createSecret('once'), { max_uses: 3 });
    const again = () => vault.redeem(lease, { idempotencyKey: 'the-same-redemption' });
    const first = await again();
    const replies = await Promise.all([again(), again(), again()]);
    for (const { status, body, headers } of replies) {
      expect([status, body]).toEqual([200, first.body]);
      expect(headers['idempotency-replayed']).toBe('true');
    }
    const other = await vault.createLease(await vault.createSecret('once'), { max_uses: 3 });
    const atOnce = await Promise.all(
      Array.from({ length: 5 }, () => vault.redeem(other, { idempotencyKey: 'at-once' })),
    );
    expect(new Set(atOnce.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    for (const { id } of [lease, other]) {
      expect(await vault.leaseNow(id)).toMatchObject({ use_count: 1 });
      expect(await outcomesOf(id)).toEqual(['redeemed']);
    }
  });

  test('A wrong token, a lease of another agent and a lease that does not exist return the same 404', async () => {
    const lease = await vault.createLease(await vault.createSecret());
    const other = await api.agent(vault.organization.key);
    const stranger = await makeVault(api);
    const replies = [
      await vault.redeem(lease, { token: `${lease.lease_token.slice(0, -1)}_` }),
      await vault.redeem(lease, { token: 'x' }),
      await vault.redeem(lease, { key: other.key }),
      await vault.redeem(lease, { key: stranger.agent.key }),
      await vault.redeem(lease, { key: stranger.organization.key }),
      await vault.redeem({ id: `lse_${'0'.repeat(26)}`, lease_token: lease.lease_token }),
      await vault.redeem({ id: lease.secret_id, lease_token: lease.lease_token }),
    ];
    const bodies = replies.map(({ status, body }) => [status, { ...body.error, request_id: '' }]);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]?.[0]).toBe(404);
    // Attempts from the organization itself are recorded, the latest first.
    expect(await outcomesOf(lease.id)).toEqual(['wrong_agent', 'wrong_token', 'wrong_token']);
    expect(await vault.leaseNow(lease.id)).toMatchObject({ use_count: 0, status: 'active' });
  });
});

describe('the end of a lease', () => {
  test('A lease ends after its time and not before', async () => {
    const lease = await vault.createLease(await vault.createSecret(), { ttl_seconds: 30, max_uses: 5 });
    expect((await later(29_000, () => vault.redeem(lease))).status).toBe(200);
    const reply = await later(30_500, () => vault.redeem(lease));
    expect([reply.status, reply.body.error.code]).toEqual([409, 'vault.lease_expired']);
    expect(await later(30_500, () => vault.leaseNow(lease.id))).toMatchObject({ status: 'expired', use_count: 1 });
    const revoked = await later(30_500, () => vault.asAgent('revokeLease', { params: { id: lease.id } }));
    expect([revoked.status, revoked.body.status]).toEqual([200, 'expired']);
  });

  test('A revoked lease stays revoked, and revoking it again changes nothing', async () => {
    const lease = await vault.createLease(await vault.createSecret());
    for (let again = 0; again < 2; again++) {
      const { status, body } = await vault.asAgent('revokeLease', { params: { id: lease.id } });
      expect([status, body.status]).toEqual([200, 'revoked']);
    }
    expect((await vault.redeem(lease)).body.error.code).toBe('vault.lease_revoked');
  });

  test('A deleted secret revokes its leases, and its row and its value are gone', async () => {
    const secretId = await vault.createSecret();
    const leases = [await vault.createLease(secretId), await vault.createLease(secretId)];
    expect((await vault.asAgent('deleteSecret', { params: { id: secretId } })).status).toBe(204);
    for (const lease of leases) {
      expect((await vault.redeem(lease)).body.error.code).toBe('vault.lease_revoked');
      expect(await vault.leaseNow(lease.id)).toMatchObject({ status: 'revoked' });
    }
    expect((await vault.asAgent('getSecret', { params: { id: secretId } })).status).toBe(404);
    expect((await vault.asAgent('deleteSecret', { params: { id: secretId } })).status).toBe(404);
  });

  test('A rotation leaves leases alive, which then give the new value, unless it revokes them', async () => {
    const secretId = await vault.createSecret('old');
    const lease = await vault.createLease(secretId, { max_uses: 5 });
    const params = { id: secretId };
    const rotated = await vault.asAgent('rotateSecret', { params, body: { value: 'new' } });
    expect(rotated.body).toMatchObject({ version: 2, rotated_at: expect.any(String) });
    expect((await vault.redeem(lease)).body).toMatchObject({ value: 'new', version: 2, lease: { secret_version: 1 } });
    await vault.asAgent('rotateSecret', { params, body: { value: 'newer', revoke_leases: true } });
    expect((await vault.redeem(lease)).body.error.code).toBe('vault.lease_revoked');
    const next = await vault.createLease(secretId);
    expect(next.secret_version).toBe(3);
    expect((await vault.redeem(next)).body).toMatchObject({ value: 'newer', version: 3 });
  });

  test('Of rotations at once each makes a version of its own', async () => {
    const secretId = await vault.createSecret('0');
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((value) =>
        vault.asAgent('rotateSecret', { params: { id: secretId }, body: { value: `${value}` } }),
      ),
    );
    expect(replies.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6]);
    const { body } = await vault.redeem(await vault.createLease(secretId));
    const last = replies.findIndex(({ body: { version } }) => version === 6);
    expect(body).toMatchObject({ version: 6, value: `${last + 1}` });
  });
});

describe('a suspended agent', () => {
  test('A suspension stops the leases of the agent for every key, and a reinstatement revives none that expired', async () => {
    const own = await makeVault(api);
    const secretId = await own.createSecret();
    const [long, short] = [await own.createLease(secretId), await own.createLease(secretId, { ttl_seconds: 30 })];
    const params = { id: own.agent.id };
    await own.asOrg('suspendIdentity', { params });
    for (const key of [own.agent.key, own.organization.key]) {
      const reply = await own.redeem(long, { key });
      expect([reply.status, reply.body.error.code]).toEqual([403, 'identity.suspended']);
    }
    const records = await own.redemptions(long.id);
    expect(records.map(({ outcome, actor }) => [outcome, actor.actor_type])).toEqual([
      ['suspended', 'user'],
      ['suspended', 'agent'],
    ]);
    const refused = await own.asOrg('createLease', { body: { secret_id: secretId } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'identity.suspended']);

    await own.asOrg('reinstateIdentity', { params });
    expect((await later(31_000, () => own.redeem(short))).body.error.code).toBe('vault.lease_expired');
    expect((await own.redeem(long)).status).toBe(200);
  });

  test('The refusal of a suspended agent for a lease of another agent is not recorded there', async () => {
    const own = await makeVault(api);
    const lease = await own.createLease(await own.createSecret());
    const other = await api.agent(own.organization.key);
    await own.asOrg('suspendIdentity', { params: { id: other.id } });
    expect((await own.redeem(lease, { key: other.key })).status).toBe(403);
    expect(await own.redemptions(lease.id)).toEqual([]);
  });
});

describe('the audit', () => {
  test('Redemptions are listed by pages, the latest first, for org keys and the agent of the lease', async () => {
    const lease = await vault.createLease(await vault.createSecret(), { max_uses: 3 });
    for (let use = 0; use < 5; use++) await vault.redeem(lease);
    const pages = [];
    for (let before: string | undefined; ; ) {
      const query = { limit: '2', ...(before !== undefined && { before }) };
      const { body } = await vault.asAgent('listRedemptions', { params: { id: lease.id }, query });
      pages.push(body.redemptions);
      before = body.redemptions.at(-1)?.at;
      if (body.redemptions.length < 2) break;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(await vault.redemptions(lease.id));
    expect(pages.flat().map(({ outcome, version }) => [outcome, version])).toEqual([
      ['exhausted', null],
      ['exhausted', null],
      ['redeemed', 1],
      ['redeemed', 1],
      ['redeemed', 1],
    ]);
    expect(pages[0]?.[0]).toMatchObject({
      id: expect.stringMatching(/^red_/),
      address: '192.0.2.1',
      actor: { actor_type: 'agent', actor_id: vault.agent.id, key_id: expect.stringMatching(/^key_/) },
    });
    const other = await api.agent(vault.organization.key);
    const foreign = await api.call('listRedemptions', { key: other.key, params: { id: lease.id } });
    expect(foreign.status).toBe(404);
  });

  test('A refused redemption with an idempotency key is recorded once and returned again', async () => {
    const lease = await vault.createLease(await vault.createSecret());
    await vault.redeem(lease);
    const replies = [1, 2, 3].map(() => vault.redeem(lease, { idempotencyKey: 'refused-redemption' }));
    for (const { status, body } of await Promise.all(replies)) {
      expect([status, body.error.code]).toEqual([409, 'vault.lease_exhausted']);
    }
    expect(await outcomesOf(lease.id)).toEqual(['exhausted', 'redeemed']);
  });
});
