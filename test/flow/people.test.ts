import { expect, test } from 'vitest';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { mailedCode } from '../support/sent-mail.ts';

const anonymous = () => new CheckedApi(sharedStack().baseUrl);
const freshAddress = () => `${freshName('ada')}@example.com`;
const PASSWORD = 'correct horse battery';

test('A person signs up with the code that was mailed, and logs in with the password', async () => {
  const [email, slug] = [freshAddress(), freshName('works')];
  const names = { organization_name: 'Ada Works', organization_slug: slug };
  expect(await anonymous().ok('signup', { body: { ...names, email, password: PASSWORD } })).toMatchObject({
    status: 'verification_required',
    email,
  });
  const code = await mailedCode(email);
  const made = await anonymous().ok('verifySignup', { body: { email, code } });
  expect(made).toMatchObject({ organization: { slug }, user: { email } });
  expect(await anonymous().as(made.api_key).ok('getUsage')).toMatchObject({ owner_verified: true });

  const { token } = await anonymous().ok('login', { body: { email, password: PASSWORD } });
  expect(await anonymous().as(token).ok('getMe')).toMatchObject({ actor_id: made.user.id, org_slug: slug });
});

test('A person claims an organization that a program has created', async () => {
  const { api } = await makeOrganization();
  const email = freshAddress();
  await api.ok('claim', { body: { email, password: PASSWORD } });
  const claimed = await api.ok('claim', { body: { email, code: await mailedCode(email) } });
  expect(claimed).toMatchObject({ claimed: true, user: { email } });
  await api.refused('claim', 'auth.already_claimed', { body: { email: freshAddress(), password: PASSWORD } });
  expect(await anonymous().ok('login', { body: { email, password: PASSWORD } })).toMatchObject({ user: { email } });
});
