import { beforeEach, expect, test } from 'vitest';
import { findLease } from '#shared/data/entities/vault/lease.ts';
import { DAY, MINUTE } from '#shared/domain/time/time.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';

type Json = Record<string, unknown>;

const engine = useEngine();
const { office, api } = useApprovals(engine);

beforeEach(() => {
  api().now = Date.now;
});

/** An agent with a secret, the leases of which are held as the settings say. */
async function vaultOffice(settings: Json = { vault: 'always' }) {
  const made = await office(settings);
  const { key } = made.agent;
  const { body: secret } = await api().call('createSecret', {
    key,
    body: { name: 'Mail server', value: 'the value', hosts: ['api.example.com'] },
  });
  const params = { id: secret.id };
  const lease = (body: Json = {}, by = key) =>
    api().call('createLease', { key: by, body: { secret_id: secret.id, ...body } });
  return {
    ...made,
    secret,
    lease,
    held: async (body: Json = {}) => {
      const { status, body: held } = await lease(body);
      expect([status, held.status], JSON.stringify(held)).toEqual([202, 'held']);
      return { leaseId: held.id, approval: await made.read(held.approval_id ?? '') };
    },
    claim: (id: string, by = key) => api().call('claimLease', { key: by, params: { id } }),
    redeem: (id: string, token: string) =>
      api().call('redeemLease', { key, params: { id }, body: { lease_token: token } }),
    rotate: () => api().call('rotateSecret', { key: made.organization.key, params, body: { value: 'another value' } }),
    remove: () => api().call('deleteSecret', { key: made.organization.key, params }),
    stored: (id: string) => findLease(engine.table, made.organization.id, id, { strong: true }),
    ok: ({ id, content_hash }: { id: string; content_hash: string }) => made.approve(id, { content_hash }),
  };
}

test('A held lease does not exist, and its agent claims the token once when it is approved', async () => {
  const { held, claim, redeem, stored, ok, secret, events, agent } = await vaultOffice();
  const { leaseId, approval } = await held({ purpose: 'Send the invoices.', max_uses: 2, ttl_seconds: 60 });
  expect(approval).toMatchObject({
    kind: 'lease',
    subject_id: leaseId,
    preview: {
      summary: 'Lease of the secret Mail server, 2 times in 60 s',
      reasons: [{ code: 'always' }],
      mail: null,
      lease: { secret_id: secret.id, secret_version: 1, purpose: 'Send the invoices.', hosts: ['api.example.com'] },
    },
  });
  expect(await stored(leaseId)).toBeUndefined();
  expect((await claim(leaseId)).body.error).toMatchObject({ code: 'approval.pending' });

  expect((await ok(approval)).body).toMatchObject({ status: 'approved' });
  const { status, body: claimed } = await claim(leaseId);
  expect([status, claimed], JSON.stringify(claimed)).toMatchObject([
    200,
    { id: leaseId, status: 'active', max_uses: 2, secret_version: 1, hosts: ['api.example.com'] },
  ]);
  expect(Date.parse(claimed.expires_at) - Date.now()).toBeLessThanOrEqual(MINUTE);
  expect((await claim(leaseId)).body.error).toMatchObject({ code: 'vault.lease_claimed' });
  expect((await redeem(leaseId, claimed.lease_token)).body).toMatchObject({ value: 'the value' });
  expect((await events()).map(({ type, identity_id, payload }) => [type, identity_id, payload.kind])).toEqual([
    ['approval.requested', agent.id, 'lease'],
    ['approval.decided', agent.id, 'lease'],
  ]);
});

test('Of many claims at once one gets the token, and it is the one that works', async () => {
  const { held, claim, redeem, ok } = await vaultOffice();
  const { leaseId, approval } = await held();
  await ok(approval);
  const replies = await Promise.all(Array.from({ length: 5 }, () => claim(leaseId)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const token = replies.find(({ status }) => status === 200)?.body.lease_token ?? '';
  expect((await redeem(leaseId, token)).status).toBe(200);
});

test('Another agent, an org key and another organization claim nothing', async () => {
  const { held, claim, ok, organization } = await vaultOffice();
  const { leaseId, approval } = await held();
  const other = await api().agent(organization.key);
  const stranger = await api().agent((await api().organization()).key);
  const attempts = async () =>
    Promise.all([other.key, stranger.key, organization.key].map(async (key) => (await claim(leaseId, key)).status));
  expect(await attempts()).toEqual([404, 404, 403]);
  await ok(approval);
  expect(await attempts()).toEqual([404, 404, 403]);
  expect((await claim(leaseId)).status).toBe(200);
});

test('A denied, an expired and a canceled lease never exist', async () => {
  const { held, claim, ok, deny, stored, suspend, reinstate } = await vaultOffice();
  const denied = await held({ purpose: 'one' });
  await deny(denied.approval.id);
  expect((await claim(denied.leaseId)).body.error).toMatchObject({ code: 'approval.closed' });
  const expired = await held({ purpose: 'two' });
  api().now = () => Date.now() + 8 * DAY;
  expect((await ok(expired.approval)).body.error).toMatchObject({ code: 'approval.closed' });
  expect((await claim(expired.leaseId)).body.error).toMatchObject({ code: 'approval.closed' });
  api().now = Date.now;
  const canceled = await held({ purpose: 'three' });
  await suspend();
  await reinstate();
  expect((await ok(canceled.approval)).body.error).toMatchObject({ code: 'approval.closed' });
  expect((await claim(canceled.leaseId)).body.error).toMatchObject({ code: 'approval.closed' });
  for (const { leaseId } of [denied, expired, canceled]) expect(await stored(leaseId)).toBeUndefined();
});

test.each(['rotate', 'remove'] as const)(
  'After the change %s of its secret an approved lease fails',
  async (change) => {
    const made = await vaultOffice();
    const { leaseId, approval } = await made.held();
    await made[change]();
    const { status, body } = await made.ok(approval);
    expect([status, body.status, body.reason]).toEqual([200, 'failed', expect.stringMatching(/^The secret was /)]);
    expect(await made.stored(leaseId)).toBeUndefined();
    expect((await made.claim(leaseId)).body.error).toMatchObject({ code: 'approval.closed' });
  },
);

test('An approval and a rotation or deletion at once: the lease is of the approved value, or does not exist', async () => {
  for (const change of ['rotate', 'remove'] as const) {
    const made = await vaultOffice();
    const { leaseId, approval } = await made.held();
    const [approved] = await Promise.all([made.ok(approval), made[change]()]);
    expect(approved.status).toBe(200);
    const lease = await made.stored(leaseId);
    expect(lease?.secretVersion).toBe(approved.body.status === 'approved' ? 1 : undefined);
  }
});

test('Of people who decide about the same lease at once, one decision takes effect', async () => {
  const { held, ok, deny, stored, events } = await vaultOffice();
  const { leaseId, approval } = await held();
  const [one, two, denied] = await Promise.all([ok(approval), ok(approval), deny(approval.id)]);
  expect([one.status, two.status]).toEqual(denied.status === 200 ? [409, 409] : [200, 200]);
  expect((await stored(leaseId)) === undefined).toBe(denied.status === 200);
  expect((await events()).map(({ type }) => type)).toEqual(['approval.requested', 'approval.decided']);
});

test('An approval and a suspension at once: no lease can be redeemed after it', async () => {
  const { held, ok, claim, suspend, reinstate, read } = await vaultOffice();
  const { leaseId, approval } = await held();
  const [approved] = await Promise.all([ok(approval), suspend()]);
  expect((await read(approval.id)).status).toBe(approved.status === 200 ? 'approved' : 'canceled');
  expect((await claim(leaseId)).status).toBe(403);
  await reinstate();
  const expected = approved.status === 200 ? 'vault.lease_revoked' : 'approval.closed';
  expect((await claim(leaseId)).body.error).toMatchObject({ code: expected });
});

test('A lease beyond the budget of the day is held, also of many at once; an org key needs no approval', async () => {
  const { lease, organization, agent } = await vaultOffice({ leases_per_day: 2 });
  const replies = await Promise.all(Array.from({ length: 4 }, (_, number) => lease({ purpose: `lease ${number}` })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 202, 202]);
  expect((await lease({ purpose: 'by a person', identity_id: agent.id }, organization.key)).status).toBe(201);
});

test('The same lease asked for many times at once is held once', async () => {
  const { lease } = await vaultOffice();
  const replies = await Promise.all(Array.from({ length: 4 }, () => lease()));
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  expect((await lease({ max_uses: 2 })).body.id).not.toBe(replies[0]?.body.id);
});

test('A lease that no one claims ends, and its time begins with the claim', async () => {
  const { held, ok, claim } = await vaultOffice();
  const [late, never] = [await held({ ttl_seconds: 60 }), await held({ ttl_seconds: 90 })];
  await ok(late.approval);
  await ok(never.approval);
  api().now = () => Date.now() + DAY;
  expect((await claim(late.leaseId)).status).toBe(200);
  api().now = () => Date.now() + 8 * DAY;
  expect((await claim(never.leaseId)).body.error).toMatchObject({ code: 'vault.lease_expired' });
});

test('Approved leases are listed page by page, each once, whenever they were approved', async () => {
  const { held, lease, ok, organization } = await vaultOffice();
  const { leaseId, approval } = await held();
  const { body: later } = await lease({ identity_id: approval.identity_id }, organization.key);
  await ok(approval);
  const ids: string[] = [];
  let before: string | undefined;
  for (let pages = 0; pages < 4; pages++) {
    const query: Record<string, string> = { limit: '1', ...(before !== undefined && { before }) };
    const { body } = await api().call('listLeases', { key: organization.key, query });
    ids.push(...body.leases.map(({ id }: { id: string }) => id));
    before = body.leases[0]?.created_at;
    if (before === undefined) break;
  }
  expect(ids).toEqual([later.id, leaseId]);
});
