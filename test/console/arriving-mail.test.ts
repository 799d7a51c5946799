import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { sizeOf } from '#testing/test-size.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/log-reader.ts';
import { DESKTOP, openPage, PHONE, useBrowser } from './support/browser.ts';

useBrowser();

/** How many emails arrive while a person reads. */
const ARRIVING = sizeOf({ usual: 30, full: 500 });
/** More than a page shows at once. */
const ROWS = 30;
const AT_ONCE = 8;
const LONG_MS = 900_000;

/** Sends emails, some of them at the same time. */
async function send(to: string, name: string, count: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    // Long enough that the page scrolls.
    while (next < count) await sendMail({ to, subject: `${name} ${next++}`, text: 'A line of the text.\n'.repeat(90) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Messages' }).locator('[data-row]');

const shownIds = (rows: Locator) =>
  rows.evaluateAll((links) => links.map((link) => String(link.getAttribute('href')).split('/').at(-1)?.split('?')[0]));

/** Where an element is in the window, in whole pixels. */
async function topOf(row: Locator): Promise<number> {
  return Math.round((await row.boundingBox())?.y ?? Number.NaN);
}

test(
  'While a person reads an email, others arrive and move neither it nor the list, and none is missing afterwards',
  async () => {
    const organization = await makeOrganization();
    const agent = await makeAgent(organization);
    await send(agent.address, 'Before', ROWS);
    await messagesOf(agent, ROWS);
    const inbox = `#/${organization.slug}/agents/${agent.id}/mail`;
    const page = await openPage(inbox, { viewport: DESKTOP });
    const phone = await openPage(inbox, { viewport: PHONE });
    const rows = rowsOf(page);
    await eventually(async () => expect(await rows.count()).toBe(ROWS));
    await eventually(async () => expect(await rowsOf(phone).count()).toBe(ROWS));

    const ids = await shownIds(rows);
    const rowOf = (of: Page, id: string | undefined) => of.locator(`[data-id="${id}"]`);
    const chosen = rowOf(page, ids[20]);
    await chosen.click();
    const article = page.getByRole('article', { name: 'Message' });
    await article.getByRole('region', { name: 'Text', exact: true }).waitFor();
    await page.evaluate('scrollTo(0, 300)');
    const read = await article.getByRole('heading', { level: 2 }).textContent();
    const before = [await topOf(chosen), await page.evaluate('scrollY')];

    // On a phone the message is all that is shown. The list is at a place to which the person returns.
    const onPhone = rowOf(phone, ids[25]);
    await onPhone.scrollIntoViewIfNeeded();
    const phoneBefore = await topOf(onPhone);
    await onPhone.click();
    await phone.getByRole('article', { name: 'Message' }).waitFor();

    await send(agent.address, 'New', ARRIVING);
    const all = await messagesOf(agent, ROWS + ARRIVING);
    await eventually(async () => expect(await rows.count()).toBe(all.length));
    expect([await topOf(chosen), await page.evaluate('scrollY')]).toEqual(before);
    expect(await article.getByRole('heading', { level: 2 }).textContent()).toBe(read);
    expect(await shownIds(rows)).toEqual(all.map(({ id }) => id));
    await page.getByRole('button', { name: `Show ${ARRIVING} new messages` }).click();
    await page.getByRole('button', { name: /new messages/ }).waitFor({ state: 'detached' });
    expect(await rows.first().isVisible()).toBe(true);

    await phone.getByRole('link', { name: '← Inbox' }).click();
    await eventually(async () => expect(await rowsOf(phone).count()).toBe(all.length));
    expect(await topOf(onPhone)).toBe(phoneBefore);
    await phone.getByRole('button', { name: `Show ${ARRIVING} new messages` }).waitFor();
  },
  LONG_MS,
);
