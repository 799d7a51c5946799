import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { totp } from '#shared/domain/organization/totp.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, PHONE, useBrowser } from './support/browser.ts';
import { logOut } from './support/menu.ts';
import { anonymous, makeMember, makeOwner, openAs, PASSWORD, type Person } from './support/people.ts';

useBrowser();

/** Sets up a second factor on the page, and returns its recovery codes. */
async function setUp(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  const secret = await page.locator('dd code').first().textContent();
  await page.getByText(/^otpauth:\/\/totp\//).waitFor();
  const codes = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())?.split('\n') ?? [];
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill('not a code');
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(totp(secret ?? '', Date.now()));
  await page.getByRole('button', { name: 'Activate' }).click();
  return codes;
}

/** Fills in the login form with the right password. */
async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('A person sets up a second factor, logs in with it, and removes it with a recovery code', async () => {
  const { organization, owner } = await makeOwner();
  const page = await openPage('', { viewport: PHONE, losesItsKey: true });
  await logIn(page, owner);
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  await page.goto(`/#/${organization.slug}/organization/second-factor`);
  const codes = await setUp(page);
  await page.getByText('Your logins need a code.').waitFor();
  expect(await page.textContent('main')).not.toContain(codes[0]);
  await expectAccessible(page);
  await anonymous().refused('login', 'auth.second_factor_required', {
    body: { email: owner.email, password: PASSWORD },
  });

  await logOut(page);
  await logIn(page, owner);
  await page.getByLabel('Code of your authenticator app').fill('000000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Code of your authenticator app').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();

  await page.goto(`/#/${organization.slug}/organization/second-factor`);
  await page.getByText('Remove', { exact: true }).click();
  await page.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
  await page.getByRole('button', { name: 'Remove the second factor' }).click();
  await page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
  expect(await owner.login()).toMatch(/^aid_/);
});

test('Where an organization requires a second factor, a person without one sets it up before anything else', async () => {
  const { organization, owner } = await makeOwner();
  const viewer = await makeMember(organization, 'viewer');
  const api = organization.api.as(await owner.login());
  await api.ok('setMemberSettings', { body: { require_second_factor: true } });
  const page = await openPage();
  await logIn(page, viewer);
  await page.getByRole('heading', { name: 'A second factor is required' }).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('navigation', { name: 'Areas' }).count()).toBe(0);
  await setUp(page);
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
});

test('A key has no second factor', async () => {
  const { organization } = await makeOwner();
  const page = await openAs(organization.key);
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Organization' }).click();
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  expect(await page.getByRole('link', { name: 'Second factor' }).count()).toBe(0);
});
