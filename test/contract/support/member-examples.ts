import { totp } from '#shared/domain/organization/totp.ts';
import { freshName } from '#testing/fixture.ts';
import { loggedIn, PASSWORD } from './account-examples.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

/** A person who is invited to the organization of the fixture. */
async function invited({ organization }: Fixture): Promise<{ id: string; email: string }> {
  const email = `${freshName('grace')}@example.com`;
  const { id } = await organization.api.ok('createMember', { body: { email, role: 'viewer' } });
  return { id, email };
}

const freshMember = async (fixture: Fixture) => ({ id: (await invited(fixture)).id });

/** Examples of the operations about the people of an organization. */
export const MEMBER_EXAMPLES = {
  createMember: {
    request: () => ({ body: { email: `${freshName('grace')}@example.com`, role: 'approver' } }),
    other: { email: 'eve@example.com', role: 'viewer' },
  },
  listMembers: { request: () => ({ query: { limit: '10' } }) },
  updateMember: {
    request: async (fixture) => ({ params: await freshMember(fixture), body: { role: 'approver' } }),
    kinds: { id: 'user' },
    other: { role: 'admin' },
  },
  deleteMember: {
    request: async (fixture) => ({ params: await freshMember(fixture) }),
    kinds: { id: 'user' },
  },
  joinOrganization: {
    request: async (fixture) => {
      const { email } = await invited(fixture);
      const code = await fixture.service.mailedCode(email, fixture.organization.id);
      return { body: { email, code, password: PASSWORD } };
    },
    other: { email: 'eve@example.com', code: '000000' },
  },
  createTotp: {
    request: async (fixture) => ({ key: (await loggedIn(fixture)).key }),
  },
  verifyTotp: {
    request: async (fixture) => {
      const { key } = await loggedIn(fixture);
      const { secret } = await fixture.service.anonymous.as(key).ok('createTotp');
      return { key, body: { code: totp(secret, Date.now()) } };
    },
    other: { code: '000000' },
  },
  deleteTotp: {
    request: async (fixture) => {
      const { key } = await loggedIn(fixture);
      const api = fixture.service.anonymous.as(key);
      const { secret, recovery_codes: codes } = await api.ok('createTotp');
      await api.ok('verifyTotp', { body: { code: totp(secret, Date.now()) } });
      return { key, body: { code: codes[0] } };
    },
    other: { code: '000000' },
  },
  getMemberSettings: { request: () => ({}) },
  setMemberSettings: {
    request: async (fixture) => ({ key: (await loggedIn(fixture)).key, body: { require_second_factor: false } }),
    other: { require_second_factor: true },
    sender: async (fixture) => (await loggedIn(fixture)).key,
  },
} satisfies Record<string, Example>;
