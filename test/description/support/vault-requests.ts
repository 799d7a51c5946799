import type { OperationName } from '#testing/operations.ts';
import type { Request } from '../../contract/support/example.ts';
import type { Fixture } from '../../contract/support/fixture.ts';
import { AgentKeypair } from '../../support/agent-keypair.ts';

/**
 * A proof with a time almost 300 s ahead is valid for ten minutes from now, until the run has reached its operation.
 */
const PROOF_AHEAD_MS = 290_000;

const keypairs = new WeakMap<Fixture['agent'], Promise<AgentKeypair>>();

/** The keypair of the agent of the fixture. It has only one, because both kinds of run use that agent's key. */
function keypairOf(agent: Fixture['agent']): Promise<AgentKeypair> {
  const known = keypairs.get(agent) ?? setKeypair(agent);
  keypairs.set(agent, known);
  return known;
}

async function setKeypair(agent: Fixture['agent']): Promise<AgentKeypair> {
  const keypair = new AgentKeypair();
  await agent.api.ok('putKeypair', { body: { algorithm: 'ed25519', public_key: keypair.publicKey } });
  return keypair;
}

async function makeSecret({ api }: Fixture['agent']): Promise<string> {
  return (await api.ok('createSecret', { body: { name: 'Mail server', value: 'one' } })).id;
}

/** Requests that succeed with the key of the organization and with the key of the agent of the fixture. */
export const VAULT_REQUESTS = {
  putKeypair: async ({ agent }) => {
    const { publicKey } = await keypairOf(agent);
    // The present key: it is replaced by no request, so all proofs stay valid.
    return { body: { identity_id: agent.id, algorithm: 'ed25519', public_key: publicKey } };
  },
  getKeypair: async ({ agent }) => {
    await keypairOf(agent);
    return { query: { identity_id: agent.id } };
  },
  rotateSecret: async ({ agent }) => {
    const keypair = await keypairOf(agent);
    const id = await makeSecret(agent);
    return {
      params: { id },
      body: { value: 'two', proof: keypair.proof('rotate', id, { at: Date.now() + PROOF_AHEAD_MS }) },
    };
  },
  redeemLease: async ({ agent }) => {
    const keypair = await keypairOf(agent);
    const secret_id = await makeSecret(agent);
    const { id, lease_token } = await agent.api.ok('createLease', { body: { secret_id, max_uses: 100 } });
    const proof = keypair.proof('redeem', id, { at: Date.now() + PROOF_AHEAD_MS });
    return { params: { id }, body: { lease_token, proof } };
  },
  listRedemptions: async ({ agent }) => {
    const secret_id = await makeSecret(agent);
    const { id } = await agent.api.ok('createLease', { body: { secret_id } });
    return { params: { id } };
  },
} satisfies Partial<Record<OperationName, (fixture: Fixture) => Promise<Request>>>;
