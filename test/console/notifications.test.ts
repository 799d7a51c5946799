import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeOrganization } from '#testing/fixture.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';
import { heldAgent, hold } from './support/held-actions.ts';
import { openPersonMenu } from './support/menu.ts';

useBrowser();

/** Stands in for the notifications of the system, which no page can read, and for another window with the focus. */
const SYSTEM = (permission: string) => `
  globalThis.notified = [];
  globalThis.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = '${permission}'); }
    constructor(title, { body }) { notified.push({ title, body, click: () => this.onclick() }); }
    close() {}
  };
  document.hasFocus = () => false;`;

const notified = (page: Page) => page.evaluate('notified.map(({ title, body }) => [title, body].join(": "))');

async function openMenuOf(slug: string, permission: string): Promise<Page> {
  const page = await openPage();
  await page.context().addInitScript(SYSTEM(permission));
  await page.goto(`/#/${slug}/tasks`);
  await page.reload();
  await page.getByText('live', { exact: true }).waitFor();
  await openPersonMenu(page);
  return page;
}

test('A person who asks for it is notified of what waits, and a click leads to it', async () => {
  const organization = await makeOrganization();
  const agent = await heldAgent(organization);
  const page = await openMenuOf(organization.slug, 'granted');
  const choice = page.getByRole('switch', { name: /^Notify me/ });
  const approvals = page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: /^Approvals/ });
  await hold(agent);
  await approvals.getByText('1').waitFor();
  expect(await notified(page)).toEqual([]);

  await choice.check();
  await expectAccessible(page);
  const { approvalId } = await hold(agent, { to: 'grace@elsewhere.example' });
  await approvals.getByText('2').waitFor();
  expect(await notified(page)).toEqual([
    expect.stringMatching(/^An action waits for a person: Mail waits for a person · .*: grace@elsewhere\.example/),
  ]);
  await page.evaluate('notified[0].click()');
  await page.getByRole('article', { name: 'Approval' }).getByText(approvalId).waitFor();

  // The browser keeps the choice, and the permission is the browser's own.
  await openPersonMenu(page);
  await choice.uncheck();
  await hold(agent, { to: 'linus@elsewhere.example' });
  await approvals.getByText('3').waitFor();
  expect(await notified(page)).toHaveLength(1);
});

test('Without the permission of the browser the switch stays off and says why', async () => {
  const { slug } = await makeOrganization();
  const page = await openMenuOf(slug, 'denied');
  const choice = page.getByRole('switch', { name: /^Notify me/ });
  await choice.click();
  await page.getByRole('alert').getByText('does not allow').waitFor();
  expect(await choice.isChecked()).toBe(false);
});
