import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messagesOf } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { LOOKS, openPage, useBrowser } from './support/browser.ts';
import { chooseTheme } from './support/menu.ts';

useBrowser();

async function withMail() {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const text = 'Hello,\n\nthe zeppelin with the green lamps has landed.';
  await sendMail({ to: agent.address, subject: 'Arrival', text });
  await sendMail({ to: agent.address, subject: 'Lunch', text: 'At noon?' });
  await messagesOf(agent, 2);
  return { organization, agent };
}

test('An email is found by a word of its text with the keyboard alone, and opened', async () => {
  const { organization } = await withMail();
  const page = await openPage(`#/${organization.slug}/log`);
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page, agent, ID or words' }).waitFor();
  await page.keyboard.type('zeppelin');
  await page.getByRole('option', { name: /^Arrival/ }).waitFor();
  await expectAccessible(page);
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('article', { name: 'Message' }).getByRole('heading', { name: 'Arrival' }).waitFor();
});

test('The page of a search has its query in the URL, marks what was found, and says what can be typed', async () => {
  const { organization, agent } = await withMail();
  const page = await openPage(`#/${organization.slug}/log`);
  await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
  for (const key of ['g', 's']) await page.keyboard.press(key);
  await page.getByRole('region', { name: 'What can be searched' }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('"green lamps"');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('list', { name: 'Found' }).getByRole('listitem');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  expect(await rows.locator('mark').allTextContents()).toEqual(['green lamps']);
  expect(page.url()).toContain('q=%22green+lamps%22');
  for (const { viewport, theme } of LOOKS) {
    const look = await openPage(new URL(page.url()).hash, { viewport });
    await look.getByRole('link', { name: /Arrival/ }).waitFor();
    await chooseTheme(look, theme);
    await expectAccessible(look);
  }
  await page.getByLabel('Agent').selectOption(agent.id);
  await page.getByRole('link', { name: 'Tasks', exact: true }).last().click();
  await page.getByText('Nothing was found.').waitFor();
  await page.getByRole('link', { name: 'Mail', exact: true }).click();
  await rows.getByRole('link', { name: /Arrival/ }).click();
  await page.getByRole('article', { name: 'Message' }).getByRole('heading', { name: 'Arrival' }).waitFor();
});
