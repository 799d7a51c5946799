import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { routeRequests } from '#testing/route-requests.ts';
import { sizeOf } from '#testing/test-size.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/log-reader.ts';
import { DESKTOP, openPage, PHONE, useBrowser } from './support/browser.ts';
import { moveToRow } from './support/tab-to.ts';

useBrowser();

/** More than the 500 events that the console keeps of those that arrive. */
const BURST = sizeOf({ usual: 520, full: 600 });
/** More than two pages of 50 rows. */
const ROWS = 105;
const AT_ONCE = 8;

/** Calls a function with each number below a count, some of them at the same time. */
async function repeat(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Changes the settings of an agent, which is an event of the log. */
const describeAgent = (aid: Aid, description: string) => aid.a2a.settings.update({ description });

/** The ids of all events of an organization, the newest first. */
async function eventIds({ api }: Organization): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let before: string | undefined; ; ) {
    const { events } = await api.ok('listEvents', { query: { limit: 200, ...(before && { before }) } });
    if (events.length === 0) return ids;
    ids.push(...events.map(({ id }) => id));
    before = events.at(-1)?.created_at;
  }
}

/** The ids in the addresses of the rows that are shown. */
const shownIds = (rows: Locator) =>
  rows.evaluateAll((links) => links.map((link) => String(link.getAttribute('href')).split('/').at(-1)?.split('?')[0]));

test('An open log shows each of more events than are kept of those that arrive, and so does one that was left', async () => {
  const organization = await makeOrganization();
  const { key } = await makeAgent(organization);
  const aid = new Aid({ key, url: sharedStack().baseUrl });
  await describeAgent(aid, 'first');
  const page = await openPage(`#/${organization.slug}/log`);
  const rows = page.getByRole('list', { name: 'Events' }).locator('[data-row]');
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(1);
  await page.getByText('live', { exact: true }).waitFor();
  await page.keyboard.press('j');
  const read = rows.and(page.locator(':focus'));
  const place = await read.boundingBox();
  await repeat(BURST, (index) => describeAgent(aid, `burst ${index}`));
  const expected = await eventIds(organization);
  expect(expected.length).toBe(BURST + 1);

  // They wait above the row that has the focus, which neither moves nor loses it.
  const announced = page.getByRole('status').getByRole('button', { name: `Show ${BURST} new events` });
  await announced.waitFor();
  expect(await read.boundingBox()).toEqual(place);
  expect(await shownIds(read)).toEqual([expected.at(-1)]);
  await announced.click();
  await eventually(async () => expect(await rows.count()).toBe(expected.length));
  expect(await shownIds(rows)).toEqual(expected);
  expect(await page.getByText('Loading the events in between').count()).toBe(0);

  // The rows and the place in them are kept while a person reads an event.
  const [, oldest = ''] = expected.toReversed();
  await rows.and(page.locator(`[href$="/${oldest}"]`)).click();
  await page.getByRole('article', { name: 'Event' }).getByLabel('Payload').waitFor();
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.goBack();
  await eventually(async () => expect(await shownIds(rows)).toEqual(expected));
  const left = rows.and(page.locator(`[href*="/${oldest}"]`));
  await eventually(async () => expect(await isInSight(page, left)).toBe(true));
});

async function withInbox(act: (agent: Agent, organization: Organization) => Promise<void>): Promise<void> {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await repeat(ROWS, (index) => sendMail({ to: agent.address, subject: `Email ${index}`, text: 'x' }));
  await messagesOf(agent, ROWS);
  await act(agent, organization);
}

async function isInSight(page: Page, row: Locator): Promise<boolean> {
  const box = await row.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

test('An inbox keeps its pages and its place when an email arrives, and on going back to it', async () => {
  await withInbox(async (agent, organization) => {
    for (const viewport of [DESKTOP, PHONE]) {
      const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`, { viewport });
      const rows = page.getByRole('list', { name: 'Messages' }).locator('[data-row]');
      const before = (await messagesOf(agent, ROWS)).length;
      for (const count of [50, 100]) {
        await eventually(async () => expect(await rows.count()).toBe(count));
        await page.getByRole('button', { name: 'More messages' }).click();
      }
      await eventually(async () => expect(await rows.count()).toBe(before));
      const deep = rows.and(page.locator(`[href*="${(await shownIds(rows))[90]}"]`));
      await deep.scrollIntoViewIfNeeded();

      await sendMail({ to: agent.address, subject: `New at ${viewport.width}`, text: 'x' });
      await eventually(async () => expect(await rows.count()).toBe(before + 1));
      expect(await isInSight(page, deep), 'after an email has arrived').toBe(true);

      // On a wide page the list stays next to the message, and needs no link back to it.
      const backLink = () => page.getByRole('link', { name: '← Inbox' }).click();
      for (const back of [() => page.goBack(), ...(viewport === PHONE ? [backLink] : [])]) {
        await deep.click();
        const article = page.getByRole('article', { name: 'Message' });
        await article.waitFor();
        await expect.poll(() => page.evaluate('scrollY')).toBe(0);
        await back();
        await article.waitFor({ state: 'detached' });
        await eventually(async () => expect(await rows.count()).toBe(before + 1));
        await eventually(async () => expect(await isInSight(page, deep), 'after going back').toBe(true));
      }
    }
  });
});

test('A list keeps its pages when a row is deleted or created, and a failed load leaves the rows', async () => {
  const organization = await makeOrganization();
  await repeat(ROWS, (index) =>
    organization.api.ok('createContact', {
      body: { emails: [`c${index}@partner.example`], display_name: `C ${index}` },
    }),
  );
  const page = await openPage(`#/${organization.slug}/contacts`);
  const rows = page.getByRole('region', { name: 'Contacts' }).locator('tbody tr');
  for (const count of [50, 100]) {
    await eventually(async () => expect(await rows.count()).toBe(count));
    await page.getByRole('button', { name: 'More contacts' }).click();
  }
  await eventually(async () => expect(await rows.count()).toBe(ROWS));
  await rows.last().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(async () => expect(await rows.count()).toBe(ROWS - 1));

  await routeRequests(page, /\/v1\/contacts\?/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await rows.last().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alert').waitFor();
  expect(await rows.count()).toBe(ROWS - 1);
});

test('A row keeps the focus when its element is moved or made anew, and Enter opens it', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  for (const subject of ['Invoice', 'Receipt']) await sendMail({ to: agent.address, subject, text: 'x' });
  const page = await openPage(`#/${organization.slug}/log`);
  for (const subject of ['Invoice', 'Receipt']) await page.getByRole('link', { name: subject }).waitFor();
  for (const change of [
    'list.append(item)',
    'item.replaceWith(item.cloneNode(true))',
    // The list is empty for a moment, as where all of its rows are made anew.
    'const all = [...list.children]; list.replaceChildren(); list.replaceChildren(...all)',
  ]) {
    await page.goto(`/#/${organization.slug}/tasks`);
    await page.getByRole('heading', { name: 'Tasks' }).waitFor();
    await page.goto(`/#/${organization.slug}/log`);
    await moveToRow(page, 'Invoice');
    await page.evaluate(
      `{ const item = document.activeElement.closest('li'); const list = item.parentElement; ${change}; }`,
    );
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Event' }).getByLabel('Payload').getByText('Invoice').waitFor();
  }
});

test('Where the row with the focus is gone, the focus is in the row at its place', async () => {
  const organization = await makeOrganization();
  for (const name of ['one', 'two', 'three']) {
    await organization.api.ok('createContact', { body: { emails: [`${name}@partner.example`], display_name: name } });
  }
  const page = await openPage(`#/${organization.slug}/contacts`);
  const rows = page.getByRole('region', { name: 'Contacts' }).locator('tbody tr');
  await eventually(async () => expect(await rows.count()).toBe(3));
  const [, , next] = await rows.allTextContents();
  await rows.nth(1).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(async () => expect(await rows.count()).toBe(2));
  const focused = page.locator('tr:focus, tr:focus-within');
  await focused.waitFor();
  expect(await focused.textContent()).toBe(next);
});
