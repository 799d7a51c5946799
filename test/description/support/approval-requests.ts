import { freshName } from '#testing/fixture.ts';
import type { OperationName } from '#testing/operations.ts';
import type { Request } from '../../contract/support/example.ts';
import type { Fixture } from '../../contract/support/fixture.ts';

/** Has an action of the agent of the fixture held. The settings are those of before for what follows. */
async function held<T>({ organization, agent }: Fixture, ask: () => Promise<T>): Promise<T> {
  const query = { identity_id: agent.id };
  await organization.api.ok('setApprovalSettings', { query, body: { mail: 'always', vault: 'always' } });
  const asked = await ask();
  await organization.api.ok('setApprovalSettings', { query, body: { mail: 'never', vault: 'never' } });
  return asked;
}

async function heldEmail(fixture: Fixture) {
  const { agent } = fixture;
  const to = `${freshName('ada')}@elsewhere.example`;
  const request = { params: { id: agent.id }, body: { to, subject: 'Example', text: 'Hello' } };
  const { approval_id: id = '' } = await held(fixture, () => agent.api.ok('sendMail', request));
  return approval(fixture, id);
}

async function approval({ organization }: Fixture, id: string) {
  const { content_hash } = await organization.api.ok('getApproval', { params: { id } });
  return { params: { id }, content_hash };
}

/** Requests about held actions of the agent of the fixture, which it and its organization may make. */
export const APPROVAL_REQUESTS = {
  getApproval: async (fixture) => ({ params: (await heldEmail(fixture)).params }),
  approveAction: async (fixture) => {
    const { params, content_hash } = await heldEmail(fixture);
    return { params, body: { content_hash } };
  },
  denyAction: async (fixture) => ({ params: (await heldEmail(fixture)).params, body: { reason: 'Not today.' } }),
  claimLease: async (fixture) => {
    const { organization, agent } = fixture;
    const secret = await agent.api.ok('createSecret', { body: { name: 'Mail server', value: 'one' } });
    const lease = await held(fixture, () => agent.api.ok('createLease', { body: { secret_id: secret.id } }));
    const { params, content_hash } = await approval(fixture, lease.approval_id ?? '');
    await organization.api.ok('approveAction', { params, body: { content_hash } });
    return { params: { id: lease.id } };
  },
} satisfies Partial<Record<OperationName, (fixture: Fixture) => Promise<Request>>>;
