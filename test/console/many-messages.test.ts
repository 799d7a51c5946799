import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { LOOKS, openPage, useBrowser } from './support/browser.ts';
import { chooseTheme } from './support/menu.ts';

useBrowser();

const SUBJECTS = ['One', 'Two', 'Three', 'Four'];

async function makeInbox() {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  for (const subject of SUBJECTS) await sendMail({ to: agent.address, subject, text: 'Hello' });
  // The order of the list is that in which they were ingested.
  const subjects = (await messagesOf(agent, SUBJECTS.length)).map(({ subject }) => subject);
  return { organization, agent, subjects };
}

const subjectsIn = async (agent: Agent, folder: string) =>
  (await messagesOf(agent, 0, (message) => message.folder === folder)).map(({ subject }) => subject).sort();

/** The parts of the list of messages. */
const partsOf = (page: Page) => ({
  rows: page.locator('main [data-row]'),
  item: (subject: string) => page.locator('main li[data-id]', { hasText: subject }),
  box: (subject: string) => page.getByRole('checkbox', { name: `Select ${subject}`, exact: true }),
  bar: page.getByRole('group', { name: 'Selected messages' }),
  status: page.locator('.batch').getByRole('status'),
  button: (name: string) =>
    page.getByRole('group', { name: 'Selected messages' }).getByRole('button', { name, exact: true }),
});

test('Rows are selected by box, range and key, and changed together by one request that says what was refused', async () => {
  const { organization, agent, subjects } = await makeInbox();
  const [first = '', second = '', third = ''] = subjects;
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`);
  const { rows, item, box, bar, status, button } = partsOf(page);
  const batches: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') batches.push(new URL(request.url()).pathname);
  });
  await box(first).click();
  await box(third).click({ modifiers: ['Shift'] });
  await bar.getByText('3 selected').waitFor();
  await page.keyboard.press('k');
  await rows.filter({ hasText: second }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('x');
  await bar.getByText('2 selected').waitFor();
  await button('Mark as read').click();
  await status.getByText('2 messages marked as read.').waitFor();
  await eventually(async () => expect(await page.locator('main li.unread').count()).toBe(2));
  await button('Label…').click();
  await page.getByRole('dialog').getByLabel('Label').fill('later');
  await page.keyboard.press('Enter');
  await status.getByText('2 messages labeled later.').waitFor();
  for (const subject of [first, third]) await item(subject).getByRole('link', { name: 'later' }).waitFor();
  await button('Archive').click();
  await status.getByText('2 messages moved to Archive.').waitFor();
  await eventually(async () => expect(await rows.count()).toBe(2));
  expect(await subjectsIn(agent, 'archive')).toEqual([first, third].sort());
  expect(new Set(batches)).toEqual(new Set([`/v1/identities/${agent.id}/mail/messages`]));
  expect(batches.length).toBe(3);
  // The bar is gone with the rows, and the focus is in the list.
  await page.locator('main [data-row]:focus').waitFor();

  // A sent message cannot be in the inbox: the others are moved.
  await agent.api.ok('sendMail', { params: { id: agent.id }, body: { to: agent.address, subject: 'Own', text: 'x' } });
  const sent = (await messagesOf(agent, 1, ({ direction }) => direction === 'outbound'))[0];
  const params = { id: agent.id, mid: sent?.id ?? '' };
  await agent.api.ok('updateMessage', { params, body: { folder: 'archive' } });
  await page.getByRole('link', { name: 'Archive', exact: true }).click();
  await item('Own').waitFor();
  for (const subject of ['Own', first, third]) await box(subject).check();
  await button('Move to inbox').click();
  await status.getByText('2 messages moved to Inbox.').waitFor();
  await status.getByText(/“Own”: .*folder/).waitFor();
  await bar.getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  // What was done in this folder is not said of another one.
  await page
    .getByRole('navigation', { name: 'Folders' })
    .getByRole('link', { name: /^Inbox/ })
    .click();
  await item(second).waitFor();
  expect((await status.textContent())?.trim()).toBe('');
});

test('An open message is read as it opens, and stays unread once a person has marked it so', async () => {
  const { organization, agent } = await makeInbox();
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`);
  const { item, box, status, button } = partsOf(page);
  const requests: string[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (!/\/mail\/messages\/[^/?]+$/.test(response.url())) return;
    requests.push(`${request.method()} ${request.postData() ?? ''}`.trim());
  });
  const reads = () => requests.filter((one) => one === 'GET').length;
  await item('Two').getByRole('link').first().click();
  const message = page.getByRole('article', { name: 'Message' });
  await message.getByRole('heading', { name: 'Two' }).waitFor();
  await eventually(async () => expect(await page.locator('main li.unread').count()).toBe(3));
  await eventually(() => expect(requests).toContain('PATCH {"is_read":true}'));
  const before = reads();
  await box('Two').check();
  await button('Mark as unread').click();
  await status.getByText('1 message marked as unread.').waitFor();
  await eventually(async () => expect(reads()).toBeGreaterThan(before));
  await message.getByRole('button', { name: 'Archive' }).click();
  await message.getByRole('button', { name: 'Move to inbox' }).waitFor();
  expect(requests.filter((one) => one !== 'GET')).toEqual(['PATCH {"is_read":true}', 'PATCH {"folder":"archive"}']);
  expect((await messagesOf(agent, 4)).find(({ subject }) => subject === 'Two')?.is_read).toBe(false);
});

test('All messages of a folder are marked as read at once, and messages of several agents are changed together', async () => {
  const { organization, agent } = await makeInbox();
  const other = await makeAgent(organization);
  await sendMail({ to: other.address, subject: 'Other', text: 'Hello' });
  await messagesOf(other, 1);
  for (const { viewport, theme } of LOOKS) {
    const page = await openPage(`#/${organization.slug}/inbox`, { viewport });
    const { box, bar, status, button } = partsOf(page);
    await box('One').check();
    await box('Other').check();
    await bar.getByText('2 selected').waitFor();
    await chooseTheme(page, theme);
    await expectAccessible(page);
    await button('Mark as unread').click();
    await status.getByText('2 messages marked as unread.').waitFor();
  }
  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`);
  const folders = page.getByRole('navigation', { name: 'Folders' });
  await folders.getByRole('link', { name: 'Inbox 4' }).waitFor();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await partsOf(page).status.getByText('4 messages marked as read.').waitFor();
  await folders.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  await eventually(async () => expect(await page.locator('main li.unread').count()).toBe(0));
  expect(await page.getByRole('button', { name: 'Mark all as read' }).isDisabled()).toBe(true);
  expect((await messagesOf(other, 1))[0]?.is_read).toBe(false);
});
