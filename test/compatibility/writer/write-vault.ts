import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { signedText } from '../../../shared/domain/vault/proof.ts';
import { type Agent, type StateClient, send } from './state-client.ts';

/** Secrets, leases, redemptions, proofs and the keys that seal them. */
export async function writeVault(client: StateClient): Promise<void> {
  const organization = await client.organization();
  const [agent, signer] = await Promise.all([client.agent(organization), client.agent(organization)]);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const public_key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  await client.ok('PUT', '/v1/vault/keypair', signer.key, { algorithm: 'ed25519', public_key });
  const proof = (lease: string) => {
    const [timestamp, nonce] = [Math.floor(Date.now() / 1000), randomUUID()];
    const text = Buffer.from(signedText('redeem', lease, { timestamp, nonce }));
    return { timestamp, nonce, signature: sign(null, text, privateKey).toString('base64') };
  };

  const leaseOf = async (key: string) => {
    const value = { username: 'example', password: 'one' };
    const secret = await client.ok('POST', '/v1/vault/secrets', key, {
      name: 'Mail server',
      value,
      metadata: { team: 'web' },
    });
    const lease = await client.ok('POST', '/v1/vault/leases', key, { secret_id: secret.id, max_uses: 5 });
    return { secret, path: `/v1/vault/leases/${lease.id}`, id: lease.id, lease_token: lease.lease_token };
  };
  const [plain, proved] = [await leaseOf(agent.key), await leaseOf(signer.key)];
  await client.repeatable(`${plain.path}/redeem`, agent.key, { lease_token: plain.lease_token });
  const withProof = () => ({ lease_token: proved.lease_token, proof: proof(proved.id) });
  const used = withProof();
  await client.ok('POST', `${proved.path}/redeem`, signer.key, used);
  await client.refused('POST', `${plain.path}/redeem`, agent.key, { lease_token: 'lt_wrong' });

  await useHosts(client, agent);
  client.reads(organization.key, '/v1/vault/secrets', '/v1/vault/leases', `${plain.path}/redemptions`);
  client.reads(signer.key, '/v1/vault/keypair', `${proved.path}/redemptions`, `/v1/vault/secrets/${proved.secret.id}`);
  client.later('a lease is redeemed', 'POST', `${plain.path}/redeem`, agent.key, { lease_token: plain.lease_token });
  client.later('a lease is redeemed with a proof', 'POST', `${proved.path}/redeem`, signer.key, withProof());
  client.later('a nonce works once', 'POST', `${proved.path}/redeem`, signer.key, used, 403);
  const secret = `/v1/vault/secrets/${plain.secret.id}`;
  client.later('a secret gets a new value', 'POST', `${secret}/rotate`, agent.key, {
    value: 'two',
    revoke_leases: true,
  });
  client.later(
    'the leases of the old value have ended',
    'POST',
    `${plain.path}/redeem`,
    agent.key,
    {
      lease_token: plain.lease_token,
    },
    409,
  );
}

/** A secret with hosts and its lease. A release that does not know hosts refuses the secret. */
async function useHosts(client: StateClient, { key }: Agent): Promise<void> {
  const body = { name: 'With hosts', value: 'one', hosts: ['api.example.com'] };
  const { status, reply } = await send(client.options.url, { method: 'POST', path: '/v1/vault/secrets', key, body });
  if (status === 400) return;
  if (status !== 201) throw new Error(`a secret with hosts: ${status} ${JSON.stringify(reply)}`);
  const lease = await client.ok('POST', '/v1/vault/leases', key, { secret_id: reply.id, max_uses: 2 });
  const redeem = `/v1/vault/leases/${lease.id}/redeem`;
  client.later('a lease with hosts is redeemed', 'POST', redeem, key, { lease_token: lease.lease_token });
  client.later('a secret with hosts is rotated', 'POST', `/v1/vault/secrets/${reply.id}/rotate`, key, { value: 'two' });
}
