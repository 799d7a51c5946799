import { beforeAll, describe, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withConflict } from '../support/intercepted-table.ts';
import { makeVault, type Vault } from '../support/vault-fixture.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
});

/** Redeems a lease. Its transaction meets a conflict, and something happens before it could be sent again. */
async function redeemInConflict(meanwhile: (vault: Vault, secretId: string) => Promise<unknown>) {
  const vault = await makeVault(api);
  const secretId = await vault.createSecret('old');
  const lease = await vault.createLease(secretId, { max_uses: 2 });
  const other = new InProcessApi(
    withConflict(engine.table, async () => {
      await meanwhile(vault, secretId);
    }),
  );
  other.services.keyring = api.services.keyring;
  const body = { lease_token: lease.lease_token };
  const { status, body: reply } = await other.call('redeemLease', {
    key: vault.agent.key,
    params: { id: lease.id },
    body,
  });
  const outcomes = (await vault.redemptions(lease.id)).map(({ outcome }) => outcome);
  return { result: [status, reply.error?.code ?? reply.value], outcomes, lease: await vault.leaseNow(lease.id) };
}

describe('a redemption that conflicts with another transaction', () => {
  test('A redemption in conflict is decided again, and counts once', async () => {
    const { result, outcomes, lease } = await redeemInConflict(async () => {});
    expect([result, outcomes, lease?.use_count]).toEqual([[200, 'old'], ['redeemed'], 1]);
  });

  test('A redemption in conflict returns no value once the agent is suspended', async () => {
    const { result, outcomes } = await redeemInConflict(({ asOrg, agent }) =>
      asOrg('suspendIdentity', { params: { id: agent.id } }),
    );
    expect([result, outcomes]).toEqual([[403, 'identity.suspended'], ['suspended']]);
  });

  test('A redemption in conflict returns no value once the key is revoked', async () => {
    const { result, lease } = await redeemInConflict(async ({ asOrg, agent }) => {
      const { api_keys: keys } = (await asOrg('listApiKeys')).body;
      const id = keys.find(({ identity_id }) => identity_id === agent.id)?.id ?? '';
      await asOrg('revokeApiKey', { params: { id } });
    });
    expect([result, lease?.use_count]).toEqual([[401, 'auth.unauthorized'], 0]);
  });

  test('A redemption in conflict returns no value once the secret is deleted, and the next one once it is rotated', async () => {
    const deleted = await redeemInConflict(({ asAgent }, id) => asAgent('deleteSecret', { params: { id } }));
    expect([deleted.result, deleted.outcomes]).toEqual([[409, 'vault.lease_revoked'], ['revoked']]);
    const rotated = await redeemInConflict(({ asAgent }, id) =>
      asAgent('rotateSecret', { params: { id }, body: { value: 'new' } }),
    );
    expect(rotated.result).toEqual([200, 'new']);
  });
});
