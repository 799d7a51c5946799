import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessibility.ts';
import { LOOKS, openPage, useBrowser } from './support/browser.ts';
import { holdRequests } from './support/hold-requests.ts';
import { makeMember, makeOwner, openAs } from './support/people.ts';

useBrowser();

test('A person sets what is held for the organization and for one agent, and sees what is refused', async () => {
  for (const { viewport, theme } of LOOKS) {
    const organization = await makeOrganization();
    const agent = await makeAgent(organization);
    const page = await openPage(`#/${organization.slug}/organization/approvals`, { viewport });
    await page.emulateMedia({ colorScheme: theme });
    await page.getByLabel('Emails that wait').selectOption('first_contact');
    await page.getByLabel('Days during which everything a new agent does waits').fill('3');
    await page.getByLabel('Who decides').fill('stranger@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('approvers').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Who decides').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const set = await organization.api.ok('getApprovalSettings');
    expect(set).toMatchObject({ mail: 'first_contact', hold_days: 3, vault: 'never', ttl_seconds: 604_800 });
    await eventually(async () => {
      expect(await page.getByLabel('Emails that wait').inputValue()).toBe('first_contact');
    });

    await page.goto(`/#/${organization.slug}/agents/${agent.id}/settings`);
    await page.getByLabel('Leases of secrets that wait').selectOption('always');
    await page.getByLabel('Emails per day before further ones wait').fill('5');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const own = await organization.api.ok('getApprovalSettings', { query: { identity_id: agent.id } });
    expect(own).toMatchObject({ identity_id: agent.id, mail: 'never', vault: 'always', mail_per_day: 5 });
    expect(await organization.api.ok('getApprovalSettings')).toEqual(set);
  }
});

test('What a person types while the settings are being saved stays, and is not said to be saved', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/organization/approvals`);
  const [limit, save] = [page.getByLabel('Emails per day before'), page.getByRole('button', { name: 'Save' })];
  await limit.fill('5');
  const level = page.getByLabel('Emails that wait');
  await level.selectOption('first_contact');
  const held = await holdRequests(page, 'PUT', /\/v1\/approval-settings/);
  await save.click();
  await held.arrived;
  await limit.fill('6');
  await level.selectOption('external');
  held.release();
  await page.locator('button:enabled', { hasText: 'Save' }).waitFor();
  expect([await limit.inputValue(), await level.inputValue()]).toEqual(['6', 'external']);
  expect(await page.getByText('Saved.').count()).toBe(0);
  expect(await organization.api.ok('getApprovalSettings')).toMatchObject({ mail_per_day: 5 });
  await save.click();
  await page.getByText('Saved.').waitFor();
  await limit.fill('7');
  expect(await organization.api.ok('getApprovalSettings')).toMatchObject({ mail: 'external', mail_per_day: 6 });
  await page.getByText('Saved.').waitFor({ state: 'detached' });
  await save.click();
  await page.getByText('Saved.').waitFor();
  expect(await organization.api.ok('getApprovalSettings')).toMatchObject({ mail_per_day: 7 });
});

test('A viewer reads the approval settings and changes none', async () => {
  const { organization } = await makeOwner();
  await organization.api.ok('setApprovalSettings', { body: { mail: 'external' } });
  const viewer = await makeMember(organization, 'viewer');
  const page = await openAs(await viewer.login());
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Organization' }).click();
  await page.getByRole('link', { name: 'Approval settings' }).click();
  await page.getByText('external', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  await expectAccessible(page);
});
