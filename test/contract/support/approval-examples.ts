import type * as routes from '#shared/contract/routes/approvals.ts';
import { makeAgent, makeOrganizationBy } from '#testing/fixture.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

/** An email that waits for a decision, of an organization of its own, because decisions append events. */
async function heldEmail({ service }: Fixture) {
  const organization = await makeOrganizationBy(service.anonymous);
  const agent = await makeAgent(organization);
  await organization.api.ok('setApprovalSettings', { body: { mail: 'always' } });
  const body = { to: 'ada@elsewhere.example', subject: 'Example', text: 'Hello' };
  const { approval_id: id = '' } = await organization.api.ok('sendMail', { params: { id: agent.id }, body });
  const { content_hash } = await organization.api.ok('getApproval', { params: { id } });
  return { key: organization.key, agentKey: agent.key, params: { id }, content_hash };
}

/** Actions that wait for a person, and when they do. */
export const APPROVAL_EXAMPLES: Record<keyof typeof routes, Example> = {
  getApprovalSettings: { request: () => ({}) },
  setApprovalSettings: {
    request: () => ({ body: { ttl_seconds: 86_400 } }),
    other: { ttl_seconds: 43_200 },
  },
  listApprovals: { request: () => ({ query: { status: 'pending', limit: '10' } }) },
  getApproval: {
    request: async (fixture) => {
      const { key, agentKey, params } = await heldEmail(fixture);
      return { key, agentKey, params };
    },
    kinds: { id: 'approval' },
  },
  approveAction: {
    request: async (fixture) => {
      const { key, params, content_hash } = await heldEmail(fixture);
      return { key, params, body: { content_hash } };
    },
    kinds: { id: 'approval' },
    other: { content_hash: '0'.repeat(64) },
  },
  denyAction: {
    request: async (fixture) => {
      const { key, params } = await heldEmail(fixture);
      return { key, params, body: { reason: 'Not today.' } };
    },
    kinds: { id: 'approval' },
    other: { reason: 'Another reason.' },
  },
};
