import { expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { routeRequests } from '#testing/route-requests.ts';
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
  await routeRequests(page, '**/v1/a2a/tasks**', (request) => request.abort());
  await page.goto(`/#/${organization.slug}/tasks`);
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
  await page.unroute('**/v1/a2a/tasks**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('There are no tasks yet.').waitFor();
});

test('The keys of a dialog are for it alone, and Escape closes one dialog', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/contacts`);
  await page.getByRole('button', { name: 'New contact' }).click();
  const dialogs = page.getByRole('dialog');
  const first = dialogs.getByLabel('Email address');
  await first.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('ada@example.com');
  await dialogs.getByRole('button', { name: 'Close' }).focus();
  for (const key of ['Control+k', '?', '/', 'g', 't']) await page.keyboard.press(key);
  expect(await dialogs.count()).toBe(1);
  expect(page.url()).toContain('/contacts');
  expect(await first.inputValue()).toBe('ada@example.com');

  // A person cannot open a second one. If there is one, it is closed first.
  await page.evaluate(`document.querySelector('button.go').click()`);
  await page.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox').waitFor({ state: 'detached' });
  expect(await dialogs.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialogs.waitFor({ state: 'detached' });
});

test('The chosen place is in sight in the list of places, and Enter of an input method chooses none', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/log`, { viewport: { width: 390, height: 300 } });
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox');
  await field.waitFor();
  for (let pressed = 0; pressed < 40; pressed += 1) await page.keyboard.press('ArrowDown');
  const chosen = dialog.getByRole('option', { selected: true });
  const isInSight = async () => {
    const [own, list] = [await chosen.boundingBox(), await dialog.boundingBox()];
    return own !== null && list !== null && own.y >= list.y && own.y + own.height <= list.y + list.height + 1;
  };
  await eventually(async () => expect(await isInSight()).toBe(true));
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await field.waitFor();
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
});

test('Words that are being typed into a search stay while the list changes, and follow the address', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`);
  await page.getByText('There are no messages here.').waitFor();
  const words = page.getByRole('searchbox');
  await words.fill('where');
  await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
  await page.getByRole('link', { name: /Where is my order/ }).waitFor();
  expect(await words.inputValue()).toBe('where');
  await words.press('Enter');
  await eventually(async () => expect(page.url()).toContain('q=where'));
  await page.goBack();
  await eventually(async () => expect(await words.inputValue()).toBe(''));

  await page.goto(`/#/${organization.slug}/contacts`);
  await page.getByText('There are no contacts yet.').waitFor();
  await words.fill('ada');
  await page.getByRole('button', { name: 'New contact' }).click();
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await page.getByRole('cell', { name: 'ada@example.com' }).first().waitFor();
  expect(await words.inputValue()).toBe('ada');
});
