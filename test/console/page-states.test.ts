import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { routeRequests } from '#testing/route-requests.ts';
import { eventsOf } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, PHONE, useBrowser } from './support/browser.ts';
import { heldAgent, hold } from './support/held-actions.ts';
import { chooseTheme } from './support/menu.ts';
import { openAs } from './support/people.ts';

useBrowser();

const log = (page: Page) => page.getByRole('heading', { name: 'Log', exact: true });
const alertIn = (page: Page, of = 'main') => page.locator(of).getByRole('alert').first();

/** Opens another place without loading the page again. */
const goTo = (page: Page, place: string) => page.evaluate(`location.hash = ${JSON.stringify(place)}`);

test('Where the agents have not loaded, every page says so, a form says why it cannot be sent, and a click loads them', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const page = await openPage();
  const ofAgents = '**/v1/identities?*';
  await routeRequests(page, ofAgents, (request) => request.abort());
  await goTo(page, `#/${organization.slug}/tasks`);
  const notice = page.getByRole('complementary', { name: 'Agents' });
  await notice.getByText('The agents could not be loaded.').waitFor();
  await notice.getByRole('alert').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByRole('dialog').getByText('No agent can send it').waitFor();
  await page.keyboard.press('Escape');
  await page.unroute(ofAgents);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('navigation', { name: 'Inboxes' }).getByRole('link', { name: agent.displayName }).waitFor();
  await notice.waitFor({ state: 'detached' });
});

test('What a part of a page could not read is said in that part', async () => {
  const organization = await makeOrganization();
  const agent = await heldAgent(organization);
  const { messageId } = await hold(agent);
  await organization.api.ok('createWebhook', { body: { url: 'https://hooks.example.com/b' } });
  const page = await openPage(`#/${organization.slug}/log`, { viewport: PHONE });
  await log(page).waitFor();
  for (const path of ['approvals', 'webhooks/deliveries']) {
    await routeRequests(page, `**/v1/${path}?*`, (request) => request.abort());
  }
  await goTo(page, `#/${organization.slug}/agents/${agent.id}/mail/${messageId}`);
  await page.getByRole('link', { name: 'Open the approvals' }).waitFor();
  await alertIn(page, 'article').waitFor();
  await goTo(page, `#/${organization.slug}/organization/endpoints`);
  await page
    .getByRole('link', { name: /hooks\.example\.com\/b/ })
    .getByRole('alert')
    .waitFor();
  await expectAccessible(page);

  await goTo(page, `#/${organization.slug}/vault`);
  await page.getByRole('button', { name: 'New lease' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('There is no secret yet.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Create lease' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await routeRequests(page, '**/v1/vault/secrets?*', (request) => request.abort());
  await page.reload();
  await page.getByRole('button', { name: 'New lease' }).click();
  await dialog.getByText('The secrets could not be loaded.').waitFor();
  await dialog.getByRole('alert').waitFor();
});

test('A failure that could not be ended is said in its banner, and a text that was not copied on the button', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/machine/failures`);
  await page.getByLabel('It responds').selectOption('500');
  const banner = page.getByRole('complementary', { name: 'Simulated failures' });
  await banner.waitFor();
  await routeRequests(page, '**/_local/receiver', (request) => request.abort());
  await banner.getByRole('button', { name: 'Back to normal' }).click();
  await banner.getByRole('alert').waitFor();
  await expectAccessible(page);
  await page.unroute('**/_local/receiver');
  await banner.getByRole('button', { name: 'Back to normal' }).click();
  await banner.waitFor({ state: 'detached' });

  // As on a page without TLS that is not of this machine.
  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
  const { id } = await organization.api.ok('createWebhook', { body: { url: 'https://hooks.example.com/a' } });
  await page.goto(`/#/${organization.slug}/organization/endpoints/${id}`);
  await page.reload();
  // The button says so for a moment only.
  const refused = page.getByRole('button', { name: 'Not copied' }).waitFor();
  await Promise.all([refused, page.getByRole('button', { name: 'Copy', exact: true }).first().click()]);
});

test('A browser that allows no storage shows the console, with the theme that is chosen for the visit', async () => {
  const organization = await makeOrganization();
  const page = await openPage();
  await page.addInitScript(
    'Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } })',
  );
  await page.goto(`/#/${organization.slug}/log`);
  await page.reload();
  await log(page).waitFor();
  await chooseTheme(page, 'dark');
  await page.locator('html[data-theme="dark"]').waitFor();
});

test('The status of an approval, of a task and of a lease is in sight on a phone, however long the name next to it is', async () => {
  const organization = await makeOrganization();
  await organization.api.ok('setApprovalSettings', { body: { mail: 'external' } });
  const name = 'The agent for everything that customers of the shop in the harbor street ask';
  const body = { handle: freshName('long'), display_name: name };
  const { id } = await organization.api.ok('createIdentity', { body });
  const { key } = await organization.api.ok('createApiKey', { body: { name: 'long', identity_id: id } });
  const api = organization.api.as(key);
  await hold({ id, api } as Agent);
  await api.ok('createTask', { body: { to_handle: (await makeAgent(organization)).handle, message: 'Count.' } });
  const secret = await api.ok('createSecret', { body: { name: 'Mail server', value: 'the value' } });
  await api.ok('createLease', { body: { secret_id: secret.id, purpose: name } });
  const page = await openPage(`#/${organization.slug}/approvals`, { viewport: PHONE });
  for (const place of ['approvals', 'tasks', 'vault']) {
    await goTo(page, `#/${organization.slug}/${place}`);
    const status = page.locator(`main ul.rows.${place === 'vault' ? 'leases' : place} [data-row] > span`).first();
    await status.waitFor();
    const [width, shown] = await status.evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as Record<'scrollWidth' | 'clientWidth', number>;
      return [scrollWidth, clientWidth];
    });
    expect(width, place).toBeLessThanOrEqual(shown ?? 0);
  }
});

test('The body of a delivery is copied by the button above it', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
  const [event] = await eventsOf(organization, 1, ({ type }) => type === 'mail.received');
  const page = await openPage(`#/${organization.slug}/log/${event?.id}`);
  const body = page.locator('details', { has: page.getByText('Delivery body', { exact: true }) });
  await body.locator('summary').click();
  const copy = await body.getByRole('button', { name: 'Copy' }).boundingBox();
  const [around, text] = [await body.boundingBox(), await body.locator('pre').boundingBox()];
  expect(copy?.y).toBeGreaterThan(around?.y ?? Number.NaN);
  expect(copy?.y).toBeLessThan(text?.y ?? Number.NaN);
});

test('What was exported or saved is said until the filter or a setting changes', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/organization/audit`);
  await page.getByRole('button', { name: 'Export as JSON Lines' }).click();
  const exported = page.getByText(/^Exported: \d/);
  await exported.waitFor();
  await page.getByLabel('Action').fill('createWebhook');
  await page.keyboard.press('Enter');
  await exported.waitFor({ state: 'detached' });

  await goTo(page, `#/${organization.slug}/organization/approvals`);
  const [save, saved] = [page.getByRole('button', { name: 'Save' }), page.getByText('Saved.')];
  await save.click();
  await saved.waitFor();
  await page.getByLabel('Who decides').fill('stranger@example.com');
  await saved.waitFor({ state: 'detached' });
  await save.click();
  await page.getByRole('alert').getByText('approvers').waitFor();
  expect(await saved.count()).toBe(0);
});

test('A dialog that was open as a session ended is not open in the next one', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const page = await openAs(agent.key, { losesItsKey: true });
  await log(page).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await organization.api.ok('revokeApiKey', { params: { id: agent.keyId } });
  await goTo(page, `#/${organization.slug}/agents`);
  await page.getByRole('heading', { name: 'AID console' }).waitFor();
  await page.getByRole('link', { name: organization.name }).click();
  await log(page).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
