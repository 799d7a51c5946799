import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { mailedCode } from '../support/sent-mail.ts';
import type { Example } from './example.ts';

const PASSWORD = 'correct horse battery';
const anonymous = () => new CheckedApi(sharedStack().baseUrl);
const signupOf = (email: string) => ({
  organization_name: 'Example Works',
  organization_slug: freshName('org'),
  email,
  password: PASSWORD,
});

/** Examples of the operations by which a person signs up and logs in. */
export const ACCOUNT_EXAMPLES = {
  signup: {
    request: () => ({ body: signupOf(`${freshName('ada')}@example.com`) }),
    other: signupOf('eve@example.com'),
  },
  verifySignup: {
    request: async () => {
      const email = `${freshName('ada')}@example.com`;
      await anonymous().ok('signup', { body: signupOf(email) });
      return { body: { email, code: await mailedCode(email) } };
    },
    other: { email: 'eve@example.com', code: '000000' },
  },
  resendSignup: {
    request: () => ({ body: { email: `${freshName('ada')}@example.com` } }),
    other: { email: 'eve@example.com' },
  },
  login: {
    request: async () => {
      const email = `${freshName('ada')}@example.com`;
      await anonymous().ok('signup', { body: signupOf(email) });
      await anonymous().ok('verifySignup', { body: { email, code: await mailedCode(email) } });
      return { body: { email, password: PASSWORD } };
    },
    other: { email: 'eve@example.com', password: 'another password' },
  },
  claim: {
    request: async () => ({
      key: (await makeOrganization()).key,
      body: { email: `${freshName('ada')}@example.com`, password: PASSWORD },
    }),
    other: { email: 'eve@example.com', password: 'another password' },
  },
} satisfies Record<string, Example>;
