import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { LOOKS, openPage, PHONE, useBrowser } from './support/browser.ts';
import { chooseTheme } from './support/menu.ts';
import { openAs } from './support/people.ts';

useBrowser();

test('The mail of all agents is one list with their names, which opens messages in place and is counted by agent', async () => {
  const organization = await makeOrganization();
  const [one, other] = [await makeAgent(organization), await makeAgent(organization)];
  await sendMail({ to: one.address, subject: 'For one', text: 'Hello' });
  await sendMail({ to: other.address, subject: 'For the other', text: 'Hello' });
  await messagesOf(one, 1);
  await messagesOf(other, 1);
  for (const { viewport, theme } of LOOKS) {
    const page = await openPage(`#/${organization.slug}/log`, { viewport });
    await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
    await chooseTheme(page, theme);
    const row = (subject: string) => page.locator('main [data-row]', { hasText: subject });
    await row('For one').getByText(one.displayName).waitFor();
    await row('For the other').getByText(other.displayName).waitFor();
    await expectAccessible(page);
    await row('For one').click();
    await page.getByRole('article', { name: 'Message' }).waitFor();
    expect(page.url()).toContain(`/inbox/${one.id}/msg_`);
    expect(await row('For the other').isVisible()).toBe(viewport !== PHONE);
    await expectAccessible(page);
  }

  const page = await openPage(`#/${organization.slug}/inbox?is_read=false`);
  const rows = page.locator('main [data-row]');
  const area = page.getByRole('navigation', { name: 'Areas' });
  await eventually(async () => expect(await rows.count()).toBe(1));
  await area.getByRole('link', { name: 'Inbox 1 unread' }).waitFor();
  await sendMail({ to: one.address, subject: 'It arrives', text: 'Hello' });
  await rows.filter({ hasText: 'It arrives' }).waitFor();
  await area.getByRole('link', { name: 'Inbox 2 unread' }).waitFor();
  // A message that has been opened is read and stays in the list while it is open, so that there is a next one.
  await rows.filter({ hasText: 'It arrives' }).click();
  await area.getByRole('link', { name: 'Inbox 1 unread' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'For the other', level: 2 }).waitFor();
  await area.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Unread' }).uncheck();
  await eventually(async () => expect(await rows.count()).toBe(3));
  await page.getByLabel('Search mail').fill('arrives');
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await rows.count()).toBe(1));
  await page.getByRole('link', { name: 'Spam', exact: true }).click();
  await page.getByText('There are no messages here.').waitFor();
});

test('The key of an agent leads from the inbox of all to the mail of the agent', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await sendMail({ to: agent.address, subject: 'Own mail', text: 'Hello' });
  const page = await openAs(agent.key);
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByRole('link', { name: /Own mail/ }).waitFor();
  expect(page.url()).toContain(`/agents/${agent.id}/mail`);
});
