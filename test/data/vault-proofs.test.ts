import { beforeAll, describe, expect, test } from 'vitest';
import { AgentKeypair } from '../support/agent-keypair.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { makeVault, type Vault } from '../support/vault-fixture.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
});

/** An agent with a keypair, a secret and a lease of many uses. */
async function makeSigner() {
  const vault = await makeVault(api);
  const { keypair } = await vault.setKeypair();
  const secretId = await vault.createSecret();
  const lease = await vault.createLease(secretId, { max_uses: 50 });
  const proof = (options = {}) => keypair.proof('redeem', lease.id, options);
  return { ...vault, keypair, secretId, lease, proof };
}

const refusal = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error?.code];
const INVALID = [403, 'vault.proof_invalid'];

describe('a proof of a redemption', () => {
  test('Where the agent has a keypair, no key redeems without a proof, not even an org key', async () => {
    const { redeem, lease, proof, organization, agent, redemptions } = await makeSigner();
    for (const key of [agent.key, organization.key]) {
      expect(refusal(await redeem(lease, { key }))).toEqual(INVALID);
      expect((await redeem(lease, { key, proof: proof() })).status).toBe(200);
    }
    const outcomes = (await redemptions(lease.id)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['redeemed', 'proof_invalid', 'redeemed', 'proof_invalid']);
  });

  test('A wrong, old, future, replayed or foreign proof is refused, counts no use, and says why', async () => {
    const { redeem, lease, proof, keypair, leaseNow, asAgent } = await makeSigner();
    const used = proof();
    await redeem(lease, { proof: used });
    const cases: [object, RegExp][] = [
      [used, /nonce/],
      [proof({ nonce: used.nonce }), /nonce/],
      [proof({ at: Date.now() - 302_000 }), /300 seconds/],
      [proof({ at: Date.now() + 302_000 }), /300 seconds/],
      [keypair.proof('rotate', lease.id), /signature/],
      [keypair.proof('redeem', `lse_${'0'.repeat(26)}`), /signature/],
      [new AgentKeypair().proof('redeem', lease.id), /signature/],
      [{ ...proof(), signature: 'x' }, /signature/],
    ];
    for (const [wrong, message] of cases) {
      const reply = await redeem(lease, { proof: wrong });
      expect(refusal(reply)).toEqual(INVALID);
      expect(reply.body.error.message).toMatch(message);
    }
    expect(await leaseNow(lease.id)).toMatchObject({ use_count: 1 });
    const params = { id: lease.secret_id };
    expect(refusal(await asAgent('rotateSecret', { params, body: { value: 'x', proof: proof() } }))).toEqual(INVALID);
  });

  test('Of redemptions at once with one nonce, one gets the value, for one lease and for several', async () => {
    const { redeem, lease, proof, createLease, secretId, keypair, redemptions } = await makeSigner();
    const given = proof();
    const replies = await Promise.all(Array.from({ length: 8 }, () => redeem(lease, { proof: given })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)]);
    const leases = await Promise.all([1, 2, 3, 4].map(() => createLease(secretId)));
    const nonce = 'one nonce for all of them';
    const others = await Promise.all(
      leases.map((one) => redeem(one, { proof: keypair.proof('redeem', one.id, { nonce }) })),
    );
    expect(others.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    const outcomes = Map.groupBy(await redemptions(lease.id), ({ outcome }) => outcome);
    expect([outcomes.get('redeemed')?.length, outcomes.get('proof_invalid')?.length]).toEqual([1, 7]);
  });

  test('A wrong proof does not use the nonce; a valid one does, also if the lease has ended', async () => {
    const { redeem, lease, proof, keypair, asAgent, createLease, secretId } = await makeSigner();
    const nonce = 'shared nonce';
    await redeem(lease, { proof: new AgentKeypair().proof('redeem', lease.id, { nonce }) });
    expect((await redeem(lease, { proof: proof({ nonce }) })).status).toBe(200);
    await asAgent('revokeLease', { params: { id: lease.id } });
    expect(refusal(await redeem(lease, { proof: proof({ nonce: 'another nonce' }) }))).toEqual([
      409,
      'vault.lease_revoked',
    ]);
    const next = await createLease(secretId);
    const again = keypair.proof('redeem', next.id, { nonce: 'another nonce' });
    expect(refusal(await redeem(next, { proof: again }))).toEqual(INVALID);
  });

  test('Another agent may use the same nonce', async () => {
    const [one, two] = [await makeSigner(), await makeSigner()];
    const nonce = 'the same nonce';
    expect((await one.redeem(one.lease, { proof: one.proof({ nonce }) })).status).toBe(200);
    expect((await two.redeem(two.lease, { proof: two.proof({ nonce }) })).status).toBe(200);
  });

  test('A proof where there is no keypair is refused', async () => {
    const vault = await makeVault(api);
    const lease = await vault.createLease(await vault.createSecret());
    const proof = new AgentKeypair().proof('redeem', lease.id);
    expect(refusal(await vault.redeem(lease, { proof }))).toEqual(INVALID);
    expect((await vault.redeem(lease)).status).toBe(200);
  });
});

describe('a keypair', () => {
  test('A keypair is read as it was set, by the agent and by org keys, and is absent before', async () => {
    const vault = await makeVault(api);
    const query = { identity_id: vault.agent.id };
    expect((await vault.asAgent('getKeypair')).status).toBe(404);
    expect((await vault.asOrg('getKeypair', { query })).status).toBe(404);
    expect((await vault.asOrg('getKeypair')).body.error.message).toMatch(/^identity_id/);
    const { keypair, reply } = await vault.setKeypair(new AgentKeypair(), { key: vault.agent.key });
    expect(reply.body).toMatchObject({
      identity_id: vault.agent.id,
      algorithm: 'ed25519',
      public_key: keypair.publicKey,
    });
    for (const read of [await vault.asAgent('getKeypair'), await vault.asOrg('getKeypair', { query })])
      expect(read.body).toEqual(reply.body);
    const other = await api.agent(vault.organization.key);
    expect((await api.call('getKeypair', { key: other.key, query })).status).toBe(403);
    const foreign = await makeVault(api);
    expect((await foreign.asOrg('getKeypair', { query })).status).toBe(404);
    // The identity, which holds the keypair in its row, shows nothing of it.
    const identity = await vault.asOrg('getIdentity', { params: { id: vault.agent.id } });
    expect(JSON.stringify(identity.body)).not.toContain(keypair.publicKey);
  });

  test('An agent replaces its keypair with a proof by the present one only, and keeps its leases', async () => {
    const { setKeypair, agent, keypair, redeem, lease, asAgent } = await makeSigner();
    const next = new AgentKeypair();
    const replace = async (proof?: object) =>
      (await setKeypair(next, { key: agent.key, ...(proof && { proof }) })).reply;
    expect(refusal(await replace())).toEqual(INVALID);
    expect(refusal(await replace(next.proof('replace', agent.id)))).toEqual(INVALID);
    expect(refusal(await replace(keypair.proof('redeem', agent.id)))).toEqual(INVALID);
    const proof = keypair.proof('replace', agent.id);
    expect((await replace(proof)).body.public_key).toBe(next.publicKey);
    expect((await redeem(lease, { proof: next.proof('redeem', lease.id) })).status).toBe(200);
    expect(refusal(await redeem(lease, { proof: keypair.proof('redeem', lease.id) }))).toEqual(INVALID);
    // Setting the present key again changes nothing.
    const before = (await asAgent('getKeypair')).body;
    expect((await replace()).body).toEqual(before);
  });

  test('An org key replaces a keypair without proof and thereby revokes all leases of the agent, but none of others', async () => {
    const { setKeypair, createLease, secretId, lease, redeem, leaseNow, organization, asOrg } = await makeSigner();
    const many = await Promise.all(Array.from({ length: 12 }, () => createLease(secretId)));
    const peer = await api.agent(organization.key);
    const shared = await asOrg('createSecret', { body: { name: 'shared', value: 'x' } });
    const theirs = (await asOrg('createLease', { body: { secret_id: shared.body.id, identity_id: peer.id } })).body;
    const { keypair: next } = await setKeypair();
    for (const one of [lease, ...many]) {
      expect(refusal(await redeem(one, { proof: next.proof('redeem', one.id) }))).toEqual([409, 'vault.lease_revoked']);
      expect(await leaseNow(one.id)).toMatchObject({ status: 'revoked' });
    }
    expect((await redeem(theirs, { key: peer.key })).status).toBe(200);
    const fresh = await createLease(secretId);
    expect((await redeem(fresh, { proof: next.proof('redeem', fresh.id) })).status).toBe(200);
  });

  test('An org key with a proof replaces a keypair and leaves the leases alive', async () => {
    const { setKeypair, agent, keypair, lease, leaseNow } = await makeSigner();
    const { reply } = await setKeypair(new AgentKeypair(), { proof: keypair.proof('replace', agent.id) });
    expect(reply.status).toBe(200);
    expect(await leaseNow(lease.id)).toMatchObject({ status: 'active' });
  });

  test('Of replacements at once with one proof, one succeeds', async () => {
    const { setKeypair, agent, keypair } = await makeSigner();
    const proof = keypair.proof('replace', agent.id);
    const replies = await Promise.all([1, 2, 3].map(() => setKeypair(new AgentKeypair(), { key: agent.key, proof })));
    expect(replies.map(({ reply }) => reply.status).sort()).toEqual([200, 403, 403]);
  });
});

describe('a proof of a rotation', () => {
  test('An agent with a keypair rotates with a proof only, and an org key without one', async () => {
    const { asAgent, asOrg, keypair, secretId } = await makeSigner();
    const params = { id: secretId };
    const rotate = (proof?: object) => asAgent('rotateSecret', { params, body: { value: 'next', proof } });
    expect(refusal(await rotate())).toEqual(INVALID);
    const proof = keypair.proof('rotate', secretId);
    expect((await rotate(proof)).body.version).toBe(2);
    expect(refusal(await rotate(proof))).toEqual(INVALID);
    expect((await asOrg('rotateSecret', { params, body: { value: 'x' } })).body.version).toBe(3);
    const wrong = new AgentKeypair().proof('rotate', secretId);
    expect(refusal(await asOrg('rotateSecret', { params, body: { value: 'x', proof: wrong } }))).toEqual(INVALID);
  });

  test('A proof for a secret of the organization is refused, because there is no keypair to verify it with', async () => {
    const vault: Vault = await makeVault(api);
    const { body } = await vault.asOrg('createSecret', { body: { name: 'shared', value: 'x' } });
    const proof = new AgentKeypair().proof('rotate', body.id);
    const reply = await vault.asOrg('rotateSecret', { params: { id: body.id }, body: { value: 'y', proof } });
    expect(refusal(reply)).toEqual(INVALID);
  });
});
