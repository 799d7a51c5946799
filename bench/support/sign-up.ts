import { randomBytes } from 'node:crypto';
import { Caller } from './caller.ts';
import { until } from './until.ts';

const PASSWORD = 'correct horse battery';

/** The body of a signup for a new organization. */
export function signupOf(email: string) {
  const organization_slug = `works-${randomBytes(6).toString('hex')}`;
  return { organization_name: 'Example Works', organization_slug, email, password: PASSWORD };
}

/** Creates an organization with a verified owner over the API, and returns its org key. */
export async function signUp(url: string, email: string): Promise<string> {
  const caller = new Caller(url);
  await caller.post('/v1/auth/signup', signupOf(email));
  let code: string | undefined;
  await until('the mail with the code', async () => {
    const { messages } = await caller.get<{ messages: { to: string[]; subject: string }[] }>('/_local/outbox');
    const mail = messages.find(({ to }) => to.includes(email));
    code = /\d{6}/.exec(mail?.subject ?? '')?.[0];
    return code !== undefined;
  });
  const { api_key } = await caller.post<{ api_key: string }>('/v1/auth/signup/verify', { email, code });
  return api_key;
}
