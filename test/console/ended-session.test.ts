import { expect, test } from 'vitest';
import { CheckedApi } from '#testing/checked-api.ts';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';
import { logOut } from './support/menu.ts';
import { makeOwner } from './support/people.ts';

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
  // The page may have noticed it already, by its event stream. A click would wait for the link, and follow it later.
  await page.evaluate(`location.hash = '#/${organization.slug}/agents'`);
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
  await logOut(page);
  await page.getByRole('heading', { name: 'Organizations on this machine' }).waitFor();
  await page.getByRole('link', { name: organization.name }).waitFor();
  expect(await count()).toBe(before);
});

const statusOf = async (token: string) => (await new CheckedApi(sharedStack().baseUrl, token).call('getMe')).status;

test('A person sees where they are logged in, ends another session, and logs out by the end of this one', async () => {
  const { login } = (await makeOwner()).owner;
  const [own, other] = [await login(), await login()];
  const page = await openPage('', { losesItsKey: true });
  await page.getByLabel('Key').fill(own);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Organization' }).click();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('row').filter({ hasText: '127.0.0.1' });
  await rows.nth(1).waitFor();
  await expectAccessible(page);
  const isOwn = page.getByText('this session');
  await rows.filter({ hasNot: isOwn }).getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await eventually(async () => expect(await rows.count()).toBe(1));
  expect([await statusOf(own), await statusOf(other)]).toEqual([200, 401]);

  await rows.filter({ has: isOwn }).getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await page.getByRole('heading', { name: 'AID console' }).waitFor();
  await eventually(async () => expect(await statusOf(own)).toBe(401));
});

test('A person who logs out of the console ends the session, and a key has no list of sessions', async () => {
  const own = await (await makeOwner()).owner.login();
  const page = await openPage('', { losesItsKey: true });
  await page.getByLabel('Key').fill(own);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  await logOut(page);
  await page.getByRole('heading', { name: 'AID console' }).waitFor();
  await eventually(async () => expect(await statusOf(own)).toBe(401));

  const organization = await makeOrganization();
  const ofKey = await openPage(`#/${organization.slug}/organization/keys`);
  await ofKey.getByRole('heading', { name: 'Keys' }).waitFor();
  expect(await ofKey.getByRole('link', { name: 'Sessions', exact: true }).count()).toBe(0);
});
