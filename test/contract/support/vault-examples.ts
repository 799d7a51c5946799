import { makeAgent, makeOrganizationBy } from '#testing/fixture.ts';
import type { OperationName } from '#testing/operations.ts';
import { AgentKeypair } from '../../support/agent-keypair.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

/** A secret of the agent, so that both kinds of key may use it. */
async function makeSecret({ agent }: Pick<Fixture, 'agent'>): Promise<string> {
  const body = {
    name: 'Mail server',
    value: { username: 'example', password: 'one' },
    description: 'an example',
    metadata: { team: 'support' },
    hosts: ['api.example.com', '*.example.org:8443'],
  };
  return (await agent.api.ok('createSecret', { body })).id;
}

async function makeLease(fixture: Pick<Fixture, 'agent'>) {
  const body = { secret_id: await makeSecret(fixture), max_uses: 3, purpose: 'an example' };
  return fixture.agent.api.ok('createLease', { body });
}

/** A new agent with a keypair. The agent of the fixture has none, so that its requests need no proofs. */
async function makeSigner({ organization }: Fixture) {
  const agent = await makeAgent(organization);
  const keypair = new AgentKeypair();
  await agent.api.ok('putKeypair', { body: { algorithm: 'ed25519', public_key: keypair.publicKey } });
  return { agent, keypair };
}

const freshSecret = async (fixture: Fixture) => ({ params: { id: await makeSecret(fixture) } });
const freshLease = async (fixture: Fixture) => ({ params: { id: (await makeLease(fixture)).id } });

/** An approved lease of an organization of its own, because approvals append events. */
async function approvedLease({ service }: Fixture) {
  const organization = await makeOrganizationBy(service.anonymous);
  const agent = await makeAgent(organization);
  await organization.api.ok('setApprovalSettings', { body: { vault: 'always' } });
  const { id } = await makeLease({ agent });
  const { approvals } = await organization.api.ok('listApprovals', { query: {} });
  for (const { id: approval, content_hash } of approvals) {
    await organization.api.ok('approveAction', { params: { id: approval }, body: { content_hash } });
  }
  return { key: agent.key, agentKey: agent.key, params: { id } };
}

export const VAULT_EXAMPLES = {
  putKeypair: {
    request: async ({ organization }) => {
      const agent = await makeAgent(organization);
      const body = { identity_id: agent.id, algorithm: 'ed25519', public_key: new AgentKeypair().publicKey };
      return { agentKey: agent.key, body };
    },
    bodyIds: { identity_id: 'agent' },
    other: { algorithm: 'ed25519', public_key: new AgentKeypair().publicKey },
  },
  getKeypair: {
    request: async (fixture) => {
      const { agent } = await makeSigner(fixture);
      return { agentKey: agent.key, query: { identity_id: agent.id } };
    },
  },
  createSecret: {
    request: ({ agent }) => ({
      body: {
        name: 'Mail server',
        value: { username: 'example', password: 'one' },
        identity_id: agent.id,
        description: 'an example',
        metadata: { team: 'support' },
        hosts: ['api.example.com'],
      },
    }),
    bodyIds: { identity_id: 'agent' },
    other: { name: 'Another', value: 'two' },
  },
  listSecrets: { request: () => ({ query: { limit: '10' } }) },
  getSecret: { request: freshSecret, kinds: { id: 'secret' } },
  deleteSecret: { request: freshSecret, kinds: { id: 'secret' } },
  rotateSecret: {
    request: async (fixture) => ({
      ...(await freshSecret(fixture)),
      body: { value: { username: 'example', password: 'two' }, revoke_leases: false, hosts: [] },
    }),
    kinds: { id: 'secret' },
    other: { value: 'three' },
  },
  createLease: {
    request: async (fixture) => ({
      body: {
        secret_id: await makeSecret(fixture),
        identity_id: fixture.agent.id,
        ttl_seconds: 900,
        max_uses: 3,
        purpose: 'an example',
      },
    }),
    bodyIds: { secret_id: 'secret', identity_id: 'agent' },
    other: { secret_id: 'another', ttl_seconds: 60 },
  },
  claimLease: { request: approvedLease, kinds: { id: 'lease' } },
  listLeases: { request: () => ({ query: { limit: '10' } }) },
  redeemLease: {
    request: async (fixture) => {
      const { agent, keypair } = await makeSigner(fixture);
      const { id, lease_token } = await makeLease({ agent });
      return { agentKey: agent.key, params: { id }, body: { lease_token, proof: keypair.proof('redeem', id) } };
    },
    kinds: { id: 'lease' },
    other: { lease_token: 'another' },
  },
  revokeLease: { request: freshLease, kinds: { id: 'lease' } },
  listRedemptions: {
    request: async (fixture) => {
      const { id, lease_token } = await makeLease(fixture);
      await fixture.agent.api.ok('redeemLease', { params: { id }, body: { lease_token } });
      return { params: { id }, query: { limit: '10' } };
    },
    kinds: { id: 'lease' },
  },
} satisfies Partial<Record<OperationName, Example>>;
