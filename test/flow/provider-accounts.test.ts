import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOf } from '../support/log-reader.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const PASSWORD = 'the-password-of-the-account';

describe('a provider account', () => {
  let server: MailServer;
  let organization: Organization;

  beforeAll(async () => {
    server = await startMailServer(PASSWORD);
    organization = await makeOrganization();
  });

  afterAll(() => server.stop());

  const smtp = (password: string) => ({
    provider: 'smtp',
    name: 'Our server',
    host: '127.0.0.1',
    port: server.port,
    username: 'ada',
    credentials: { password },
  });

  test('A provider account can be added, verified, listed, shown and deleted', async () => {
    const { api } = organization;
    const made = await api.ok('createProviderAccount', { body: smtp(PASSWORD) });
    const { inbound_secret: secret, ...record } = made;
    expect(record).toMatchObject({
      provider: 'smtp',
      name: 'Our server',
      status: 'active',
      region: null,
      host: '127.0.0.1',
      port: server.port,
      username: 'ada',
      is_default: true,
      last_error: null,
    });
    expect(secret).not.toBe('');
    expect(server.logins).toContain('ada');
    const params = { id: made.id };
    expect(await api.ok('getProviderAccount', { params })).toEqual(record);
    expect(await api.ok('listProviderAccounts')).toEqual({ provider_accounts: [record] });
    await api.ok('deleteProviderAccount', { params });
    await api.refused('getProviderAccount', 'resource.not_found', { params });
    await api.refused('deleteProviderAccount', 'resource.not_found', { params });
    expect(await api.ok('listProviderAccounts')).toEqual({ provider_accounts: [] });
  });

  test('An account with a wrong password is created in error, and verification activates it once the server accepts the password', async () => {
    const { api } = organization;
    let taken = false;
    const mailServer = await startMailServer(PASSWORD, {
      onAuth: (auth, _session, done) =>
        taken
          ? done(null, { user: auth.username })
          : done(Object.assign(new Error('the server never accepted the password'), { responseCode: 535 })),
    });
    try {
      const made = await api.ok('createProviderAccount', { body: { ...smtp('wrong'), port: mailServer.port } });
      expect(made).toMatchObject({ status: 'error', last_error: 'the server refused the login (535)' });
      const params = { id: made.id };
      expect(await api.ok('verifyProviderAccount', { params })).toMatchObject({ status: 'error' });
      taken = true;
      const verified = await api.ok('verifyProviderAccount', { params });
      expect(verified).toMatchObject({ id: made.id, status: 'active', last_error: null });
      expect(await api.ok('getProviderAccount', { params })).toEqual(verified);
    } finally {
      await mailServer.stop();
    }
  });

  test('An account goes into error when its server is gone', async () => {
    const { api } = organization;
    const gone = await startMailServer(null);
    const body = { provider: 'smtp', host: 'localhost', port: gone.port };
    const made = await api.ok('createProviderAccount', { body });
    expect(made).toMatchObject({ status: 'active', name: 'localhost' });
    await gone.stop();
    const checked = await api.ok('verifyProviderAccount', { params: { id: made.id } });
    expect(checked).toMatchObject({ status: 'error', last_error: 'network error: ECONNREFUSED' });
  });

  test('The default account carries the mail of the organization', async () => {
    const { api, ...own } = await makeOrganization();
    const agent = await makeAgent({ api, ...own });
    await api.ok('createProviderAccount', { body: smtp(PASSWORD) });
    const body = { to: ['bob@example.com'], bcc: ['eve@example.com'], subject: freshName('by smtp'), text: '.dot' };
    const { id } = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
    await eventsOf({ api }, 1, ({ type, payload }) => type === 'mail.sent' && payload.messageId === id);
    const mine = server.taken.filter(({ raw }) => raw.includes(body.subject));
    expect(mine.map(({ from, to }) => [from, to])).toEqual([[agent.address, ['bob@example.com', 'eve@example.com']]]);
    expect(mine[0]?.raw.toString()).not.toMatch(/^bcc:/im);
  });

  test('A message waits with a reason while the default account cannot be reached, and is sent once it can', async () => {
    const { api, ...own } = await makeOrganization();
    const agent = await makeAgent({ api, ...own });
    const gone = await startMailServer(PASSWORD);
    await gone.stop();
    const account = await api.ok('createProviderAccount', { body: { ...smtp(PASSWORD), port: gone.port } });
    expect(account).toMatchObject({ status: 'error', is_default: true });
    const body = { to: 'bob@example.com', subject: 'Hello', text: 'Hello.' };
    const { id } = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
    const params = { id: agent.id, mid: id };
    await eventually(async () => {
      expect(await agent.api.ok('getMessage', { params })).toMatchObject({
        status: 'queued',
        detail: `Not sent yet by the provider account ${account.id}; retrying: network error: ECONNREFUSED`,
      });
    });
    const back = await startMailServer(PASSWORD, {}, gone.port);
    try {
      await eventually(async () => {
        expect(await agent.api.ok('getMessage', { params })).toMatchObject({ status: 'sent', detail: null });
      });
    } finally {
      await back.stop();
    }
  });

  test('An SES account without a role uses the account of the stage', async () => {
    const { api } = await makeOrganization();
    const regions = await Promise.all(
      ['eu-central-1', 'us-east-1', 'eu-west-1'].map((region) =>
        api.call('createProviderAccount', { body: { provider: 'ses', region } }),
      ),
    );
    const made = regions.filter(({ status }) => status === 201);
    expect(made.map(({ body }) => body.status)).toEqual(['active']);
    for (const { error } of regions.filter(({ status }) => status !== 201)) {
      expect(error?.message).toMatch(/^credentials\.role_arn:/);
    }
  });

  test('Provider accounts are for org keys only, and another organization’s account is 404', async () => {
    const agent = await makeAgent(organization, freshName('agent'));
    await agent.api.refused('createProviderAccount', 'auth.forbidden', { body: smtp(PASSWORD) });
    await agent.api.refused('listProviderAccounts', 'auth.forbidden');
    const other = await makeOrganization(sharedStack().baseUrl);
    const { id } = await other.api.ok('createProviderAccount', { body: smtp(PASSWORD) });
    await organization.api.refused('verifyProviderAccount', 'resource.not_found', { params: { id } });
    await organization.api.refused('deleteProviderAccount', 'resource.not_found', { params: { id } });
    await other.api.ok('getProviderAccount', { params: { id } });
  });
});
