import { expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { AgentKeypair } from '../support/agent-keypair.ts';

test('An agent redeems a lease of a secret as often as it says, with a proof of its keypair, and no longer than it is granted', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const keypair = new AgentKeypair();
  await agent.api.ok('putKeypair', { body: { algorithm: 'ed25519', public_key: keypair.publicKey } });
  const value = freshName('value');
  const secret = await organization.api.ok('createSecret', {
    body: { name: 'login', value, identity_id: agent.id },
  });
  expect(JSON.stringify(secret)).not.toContain(value);

  const lease = await agent.api.ok('createLease', { body: { secret_id: secret.id, max_uses: 1 } });
  const redeem = ({ id, lease_token }: typeof lease, proof = keypair.proof('redeem', id)) => ({
    params: { id },
    body: { lease_token, proof },
  });
  const wrong = redeem(lease, new AgentKeypair().proof('redeem', lease.id));
  await agent.api.refused('redeemLease', 'vault.proof_invalid', wrong);
  expect((await agent.api.ok('redeemLease', redeem(lease))).value).toBe(value);
  await agent.api.refused('redeemLease', 'vault.lease_exhausted', redeem(lease));
  const { redemptions } = await organization.api.ok('listRedemptions', { params: { id: lease.id } });
  expect(redemptions.map(({ outcome }) => outcome).sort()).toEqual(['exhausted', 'proof_invalid', 'redeemed']);

  const other = await agent.api.ok('createLease', { body: { secret_id: secret.id } });
  await organization.api.ok('revokeLease', { params: { id: other.id } });
  await agent.api.refused('redeemLease', 'vault.lease_revoked', redeem(other));
});
