import { expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessibility.ts';
import { DESKTOP, LOOKS, openPage, PHONE, useBrowser } from './support/browser.ts';
import { openMenu } from './support/menu.ts';
import { tabTo } from './support/tab-to.ts';

useBrowser();

test('The current place is in sight in every navigation, on a phone too', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const places = [
    'machine/reset',
    'organization/accounts',
    'log',
    'tunnels',
    `agents/${agent.id}/settings`,
    `agents/${agent.id}/mail?folder=archive`,
    'contacts/rules',
  ];
  for (const viewport of new Set([PHONE, ...LOOKS.map((look) => look.viewport)])) {
    const page = await openPage(`#/${organization.slug}/log`, { viewport });
    await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
    for (const place of places) {
      await page.goto(`/#/${organization.slug}/${place}`);
      // The sidebar is a menu on a phone, and closes where another place is opened.
      await openMenu(page);
      const rows = place === 'log' || place === 'tunnels' ? 1 : place.includes('folder') ? 3 : 2;
      const current = page.locator('nav [aria-current="page"]');
      await eventually(async () => {
        expect(await current.count(), place).toBe(rows);
        const hidden = [];
        for (const link of await current.all()) {
          const [own, row] = [await link.boundingBox(), await link.locator('..').boundingBox()];
          if (own === null || row === null || own.x < row.x || own.x + own.width > row.x + row.width + 1) {
            hidden.push(await link.textContent());
          }
        }
        expect(hidden, place).toEqual([]);
      });
    }
  }
});

test('The sidebar shows what is unread and what waits, and is a menu on a phone that the keyboard opens and closes', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
  for (const { viewport } of LOOKS) {
    const page = await openPage(`#/${organization.slug}/tasks`, { viewport });
    const inbox = page.getByRole('navigation', { name: 'Inboxes' }).getByRole('link', { name: agent.displayName });
    if (viewport === PHONE) {
      await page.getByRole('heading', { name: 'Tasks' }).waitFor();
      expect(await inbox.isVisible()).toBe(false);
      await page.keyboard.press('Tab');
      await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor();
      await tabTo(page, page.getByRole('button', { name: /^Menu/ }));
      await page.keyboard.press('Enter');
      await inbox.waitFor();
      await page.keyboard.press('Escape');
      await inbox.waitFor({ state: 'hidden' });
      await openMenu(page);
    }
    await page.getByRole('link', { name: `${agent.displayName} 1 unread` }).waitFor();
    await expectAccessible(page);
    await inbox.click();
    await page.getByRole('heading', { name: agent.displayName }).waitFor();
    if (viewport === PHONE) await inbox.waitFor({ state: 'hidden' });
  }

  // Reading the email takes it off the count.
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`);
  await page.getByRole('link', { name: /Where is my order/ }).click();
  await page.getByRole('article', { name: 'Message' }).waitFor();
  await page.getByRole('link', { name: `${agent.displayName} 1 unread` }).waitFor({ state: 'detached' });

  await agent.api.ok('sendMail', {
    params: { id: agent.id },
    body: { to: [agent.address], subject: 'x', text: 'x' },
  });
  await page.getByRole('link', { name: `${agent.displayName} 1 unread` }).waitFor();
});

test('A long name of an agent leaves what is unread in sight, and its own state', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
  const name = 'The agent for everything that customers of the shop in the harbor street ask';
  const body = { handle: freshName('long'), display_name: name };
  const { id } = await organization.api.ok('createIdentity', { body });
  await organization.api.ok('suspendIdentity', { params: { id }, body: {} });
  const page = await openPage(`#/${organization.slug}/tasks`, { viewport: DESKTOP });
  const inboxes = page.getByRole('navigation', { name: 'Inboxes' });
  const sidebar = await page.getByRole('complementary', { name: 'Menu' }).boundingBox();
  for (const mark of [inboxes.locator('.count'), inboxes.getByText('Suspended')]) {
    await mark.waitFor();
    const { x = 0, width = 0 } = (await mark.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
  }
});

test('A list that has failed to load is loaded by a click', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/log`);
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  await page.route('**/v1/a2a/tasks**', (request) => request.abort());
  await page.goto(`/#/${organization.slug}/tasks`);
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
  await page.unroute('**/v1/a2a/tasks**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('There are no tasks yet.').waitFor();
});
