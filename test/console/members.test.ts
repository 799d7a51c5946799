import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { mailedCode } from '../support/sent-mail.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, PHONE, useBrowser } from './support/browser.ts';
import { makeMember, makeOwner, openAs, PASSWORD } from './support/people.ts';

useBrowser();

const rowOf = (page: Page, email: string) =>
  page.getByRole('region', { name: 'Members' }).getByRole('row').filter({ hasText: email });

test('An owner invites a person, who accepts on the login page, gets another role and is removed', async () => {
  const { organization, owner } = await makeOwner();
  const email = `${freshName('grace')}@example.com`;
  const page = await openAs(await owner.login());
  await page.goto(`/#/${organization.slug}/organization/members`);
  await rowOf(page, owner.email).getByText('you', { exact: true }).waitFor();
  await page.getByText('Invite a person').click();
  await page.getByLabel('Address').fill(email);
  await page.getByLabel('Role').selectOption('viewer');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
  const row = rowOf(page, email);
  await row.getByText('Invited').waitFor();

  const other = await openPage('', { viewport: PHONE });
  await other.getByRole('button', { name: 'Accept an invitation' }).click();
  await other.getByLabel('Email address').fill(email);
  await other.getByLabel('Code').fill(await mailedCode(email));
  await other.getByRole('button', { name: 'Accept' }).click();
  // An address without an account needs a password, and the code stays valid.
  await other.getByRole('alert').getByText('password').waitFor();
  await expectAccessible(other);
  await other.getByLabel('Password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Accept' }).click();
  await other.getByText(`You are a member of ${organization.name} with the role viewer.`).waitFor();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.getByLabel('Email address').fill(email);
  await other.getByLabel('Password').fill(PASSWORD);
  await other.getByLabel('Organization', { exact: true }).fill(organization.slug);
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  await other.goto(`/#/${organization.slug}/organization/members`);
  await other.getByText('Members may log in without a second factor.').waitFor();
  for (const name of ['Change role', 'Remove', 'Invite']) {
    expect(await other.getByRole('button', { name }).count(), name).toBe(0);
  }
  await expectAccessible(other);

  // The page shows the account of the person once it is read again.
  await page.goto(`/#/${organization.slug}/organization/keys`);
  await page.getByRole('heading', { name: 'Keys' }).waitFor();
  await page.goto(`/#/${organization.slug}/organization/members`);
  await row.getByText('Active').waitFor();
  await row.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('approver');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await row.getByText('Approver').waitFor();
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  const { members } = await organization.api.ok('listMembers');
  expect(members.map((member) => member.email)).toEqual([owner.email]);
});

test('The last owner stays, and an admin neither appoints owners nor requires a second factor', async () => {
  const { organization, owner } = await makeOwner();
  const admin = await makeMember(organization, 'admin');
  const page = await openAs(await owner.login());
  await page.goto(`/#/${organization.slug}/organization/members`);
  await rowOf(page, owner.email).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('alert')
    .getByText(/needs an owner/)
    .waitFor();
  await page.getByRole('button', { name: 'Require a second factor' }).waitFor();

  const other = await openAs(await admin.login());
  await other.goto(`/#/${organization.slug}/organization/members`);
  await rowOf(other, admin.email).getByRole('button', { name: 'Change role' }).click();
  await other.getByRole('dialog').getByLabel('Role').selectOption('owner');
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await other.getByRole('dialog').getByRole('alert').getByText('owner').waitFor();
  await expectAccessible(other);
  await other.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  expect(await other.getByRole('button', { name: 'Require a second factor' }).count()).toBe(0);
});

test('An owner requires a second factor of all members', async () => {
  const { organization, owner } = await makeOwner();
  const page = await openAs(await owner.login());
  await page.goto(`/#/${organization.slug}/organization/members`);
  await page.getByRole('button', { name: 'Require a second factor' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Require a second factor' }).click();
  // The owner has none either.
  await page.getByRole('alert').first().waitFor();
  expect(await organization.api.ok('getMemberSettings')).toEqual({ require_second_factor: true });
});
