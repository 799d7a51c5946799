import { expect, test } from 'vitest';
import { totp } from '#shared/domain/organization/totp.ts';
import { CheckedApi } from '#testing/checked-api.ts';
import { freshName, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { newAgent } from '../support/sending-agent.ts';
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

test('An approver is invited by mail, logs in with a second factor, decides about an email, and changes nothing else', async () => {
  const { organization, agent } = await newAgent();
  const email = freshAddress();
  expect(await organization.api.ok('createMember', { body: { email, role: 'approver' } })).toMatchObject({
    status: 'invited',
  });
  const code = await mailedCode(email);
  const joined = await anonymous().ok('joinOrganization', { body: { email, code, password: PASSWORD } });
  expect(joined).toMatchObject({ organization: { id: organization.id }, role: 'approver' });

  const first = anonymous().as((await anonymous().ok('login', { body: { email, password: PASSWORD } })).token);
  const { secret, recovery_codes: codes } = await first.ok('createTotp');
  await first.ok('verifyTotp', { body: { code: totp(secret, Date.now()) } });
  await anonymous().refused('login', 'auth.second_factor_required', { body: { email, password: PASSWORD } });
  const { token } = await anonymous().ok('login', { body: { email, password: PASSWORD, totp: codes[0] } });
  const approver = anonymous().as(token);

  await organization.api.ok('setApprovalSettings', { body: { mail: 'external' } });
  const body = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'The text.' };
  const { approval_id: id = '' } = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
  const { content_hash } = await approver.ok('getApproval', { params: { id } });
  const decided = await approver.ok('approveAction', { params: { id }, body: { content_hash } });
  expect(decided).toMatchObject({ status: 'approved', decided_by: joined.user.id });
  await approver.refused('setApprovalSettings', 'auth.forbidden', { body: { mail: 'never' } });
});
