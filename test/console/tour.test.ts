import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeOrganization } from '#testing/fixture.ts';
import { startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, PHONE, useBrowser } from './support/browser.ts';
import { tabTo } from './support/tab-to.ts';

useBrowser();

/** The clicks from the first page of a new stack to an email that the agent has answered. */
const CLICKS = 4;

interface OutboxMail {
  readonly subject: string;
  readonly to: readonly string[];
}

/** The emails that a stack would have sent. */
async function outboxOf(baseUrl: string): Promise<readonly OutboxMail[]> {
  const { messages } = (await (await fetch(`${baseUrl}/_local/outbox`)).json()) as { messages: OutboxMail[] };
  return messages;
}

test('The first visit leads from an empty stack to an answered email in four clicks', async () => {
  const stack = await startStack({ AID_EPHEMERAL: '1' });
  try {
    const { baseUrl } = stack;
    const page = await openPage('', { baseUrl });
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.waitFor();
      await expectAccessible(page);
      await target.click();
      clicks += 1;
    };
    await click(page.getByRole('button', { name: 'Create a demo organization' }));
    await click(page.getByRole('button', { name: 'Deliver a sample email' }));
    await click(page.getByRole('link', { name: 'Write the reply' }));
    await page.getByRole('region', { name: 'In reply to' }).getByText('I ordered a lamp').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('It left yesterday.');
    await click(page.getByRole('button', { name: 'Send' }));
    await page.getByText('That is the whole tour.').waitFor();
    expect(clicks).toBe(CLICKS);

    await page.getByRole('cell', { name: 'delivered' }).first().waitFor();
    await expectAccessible(page);
    await eventually(async () =>
      expect(await outboxOf(baseUrl)).toContainEqual(
        expect.objectContaining({ subject: 'Re: Where is my order?', to: ['ada@example.com'] }),
      ),
    );
    await page.getByRole('link', { name: 'See what the receiver got' }).click();
    await page.getByText('signature verified').first().waitFor();
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByRole('link', { name: /mail\.received/ }).waitFor();
    expect(await page.getByText('tour').count()).toBe(0);
  } finally {
    await stack.kill();
  }
});

/** Presses the button or link of a step, with the keyboard alone. */
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('An organization without an agent is shown the tour, which is left and taken up with the keyboard alone', async () => {
  const { slug } = await makeOrganization();
  const page = await openPage(`#/${slug}/log`, { viewport: PHONE });
  await page.getByText('The organization has no agent yet.').waitFor();
  await expectAccessible(page);
  await press(page, page.getByRole('link', { name: 'Take the tour' }));
  await press(page, page.getByRole('button', { name: 'Create agent' }));
  await press(page, page.getByRole('button', { name: 'Create endpoint' }));
  await page.getByRole('link', { name: /_local\/receivers/ }).waitFor();
  await page.getByText('has the address').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.goto(`/#/${slug}/log`);
  await press(page, page.getByRole('link', { name: 'Continue the tour: 2 of 4 steps are done' }));
  await press(page, page.getByRole('button', { name: 'Deliver a sample email' }));
  await page.getByRole('link', { name: 'Write the reply' }).waitFor();
});
