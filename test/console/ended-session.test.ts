import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';

useBrowser();

test('A key that is revoked ends the session with the reason, and only a click logs in with another key', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const body = { name: 'for the console', identity_id: agent.id };
  const { id, key } = await organization.api.ok('createApiKey', { body });
  const page = await openPage('', { losesItsKey: true });
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  const keysBefore = (await organization.api.ok('listApiKeys')).api_keys.length;

  await organization.api.ok('revokeApiKey', { params: { id } });
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('alert').getByText('the service no longer accepts its key').waitFor();
  await page.getByRole('heading', { name: 'AID console' }).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('navigation', { name: 'Areas' }).count()).toBe(0);
  // The console has not made itself a key of the organization.
  expect((await organization.api.ok('listApiKeys')).api_keys.length).toBe(keysBefore);

  await page.getByLabel('Key').fill('aid_org_unknown');
  await page.getByRole('button', { name: 'Use key' }).click();
  await page
    .getByRole('alert')
    .getByText(/API key/i)
    .waitFor();
  await page.getByRole('link', { name: organization.name }).click();
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('Logging out makes no new key, also on one machine', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/log`);
  await page.getByText('live', { exact: true }).waitFor();
  const count = async () => (await organization.api.ok('listApiKeys')).api_keys.length;
  const before = await count();
  await page.getByRole('link', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Organizations on this machine' }).waitFor();
  await page.getByRole('link', { name: organization.name }).waitFor();
  expect(await count()).toBe(before);
});
