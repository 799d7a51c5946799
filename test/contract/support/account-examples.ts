import { freshName, makeOrganizationBy } from '#testing/fixture.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

export const PASSWORD = 'correct horse battery';
const signupOf = (email: string) => ({
  organization_name: 'Example Works',
  organization_slug: freshName('org'),
  email,
  password: PASSWORD,
});

/** The email of a person who has signed up, and the code that verifies it. */
async function signedUp({ service }: Fixture): Promise<{ email: string; code: string }> {
  const email = `${freshName('ada')}@example.com`;
  await service.anonymous.ok('signup', { body: signupOf(email) });
  return { email, code: await service.mailedCode(email) };
}

/** A person who has signed up and logged in, with the token. */
export async function loggedIn(fixture: Fixture): Promise<{ email: string; key: string }> {
  const { email, code } = await signedUp(fixture);
  await fixture.service.anonymous.ok('verifySignup', { body: { email, code } });
  const { token } = await fixture.service.anonymous.ok('login', { body: { email, password: PASSWORD } });
  return { email, key: token };
}

/** Examples of the operations by which a person signs up and logs in. */
export const ACCOUNT_EXAMPLES = {
  signup: {
    request: () => ({ body: signupOf(`${freshName('ada')}@example.com`) }),
    other: signupOf('eve@example.com'),
  },
  verifySignup: {
    request: async (fixture) => ({ body: await signedUp(fixture) }),
    other: { email: 'eve@example.com', code: '000000' },
  },
  resendSignup: {
    request: () => ({ body: { email: `${freshName('ada')}@example.com` } }),
    other: { email: 'eve@example.com' },
  },
  login: {
    request: async (fixture) => {
      const { email, code } = await signedUp(fixture);
      await fixture.service.anonymous.ok('verifySignup', { body: { email, code } });
      return { body: { email, password: PASSWORD } };
    },
    other: { email: 'eve@example.com', password: 'another password' },
  },
  logout: {
    request: async (fixture) => ({ key: (await loggedIn(fixture)).key, body: {} }),
    other: { all_sessions: true },
  },
  changePassword: {
    request: async (fixture) => ({
      key: (await loggedIn(fixture)).key,
      body: { current_password: PASSWORD, new_password: 'another password' },
    }),
    other: { current_password: PASSWORD, new_password: 'a third password' },
  },
  requestPasswordReset: {
    request: () => ({ body: { email: `${freshName('ada')}@example.com` } }),
    other: { email: 'eve@example.com' },
  },
  resetPassword: {
    request: async (fixture) => {
      const { email } = await loggedIn(fixture);
      await fixture.service.anonymous.ok('requestPasswordReset', { body: { email } });
      return {
        body: { email, code: await fixture.service.mailedCode(email, undefined, 2), password: 'another password' },
      };
    },
    other: { email: 'eve@example.com', code: '000000', password: 'a third password' },
  },
  listSessions: {
    request: async (fixture) => ({ key: (await loggedIn(fixture)).key, query: { limit: '10' } }),
  },
  revokeSession: {
    request: async (fixture) => {
      const { email, key } = await loggedIn(fixture);
      const { anonymous } = fixture.service;
      await anonymous.ok('login', { body: { email, password: PASSWORD } });
      const { sessions } = await anonymous.as(key).ok('listSessions');
      return { key, params: { id: sessions.find(({ current }) => !current)?.id ?? '' } };
    },
    kinds: { id: 'session' },
    sender: async (fixture) => (await loggedIn(fixture)).key,
  },
  claim: {
    request: async ({ service }) => ({
      key: (await makeOrganizationBy(service.anonymous)).key,
      body: { email: `${freshName('ada')}@example.com`, password: PASSWORD },
    }),
    other: { email: 'eve@example.com', password: 'another password' },
  },
} satisfies Record<string, Example>;
