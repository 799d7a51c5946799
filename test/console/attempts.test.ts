import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { endedDeliveriesOf } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';

useBrowser();

test('A delivery is opened, by the keyboard too, to show each of its attempts', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start((_request, count) => ({ status: count === 1 ? 503 : 204 }));
  try {
    const { id } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
    await receiver.until(2);
    const page = await openPage(`#/${organization.slug}/organization/endpoints/${id}`);
    await page.getByRole('cell', { name: 'delivered' }).waitFor();
    const opener = page.getByRole('button', { name: 'Attempts: 2' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const attempts = page.getByRole('listitem').filter({ hasText: / ms/ });
    await attempts.nth(1).waitFor();
    expect(await attempts.nth(0).textContent()).toContain('503');
    expect(await attempts.nth(1).textContent()).toContain('204');
    expect(await opener.getAttribute('aria-expanded')).toBe('true');
    await expectAccessible(page);
    // Receivers know a delivery by its id, which leads to it.
    await page.getByRole('link', { name: /^dlv_/ }).click();
    await page.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
    await attempts.nth(1).waitFor();
    await expectAccessible(page);
    await page.goBack();
    await opener.waitFor();
    const statuses = page.getByRole('navigation', { name: 'Delivery status' });
    await statuses.getByRole('link', { name: 'Failed for good' }).click();
    await page.getByText('No delivery has the status “Failed for good”.').waitFor();
    await statuses.getByRole('link', { name: 'delivered' }).click();
    await opener.press('Enter');
    await attempts.first().waitFor();
    await opener.press('Enter');
    await attempts.first().waitFor({ state: 'detached' });
  } finally {
    await receiver.stop();
  }
});

test('What failed at an endpoint is recovered from its page, which says what became of it', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start({ status: 500 });
  try {
    const { id } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
    await endedDeliveriesOf(organization, 1);
    receiver.respondWith({ status: 204 });
    const page = await openPage(`#/${organization.slug}/organization/endpoints/${id}`);
    await page.getByRole('cell', { name: 'Failed for good' }).waitFor();
    await page.getByRole('button', { name: 'Recover' }).click();
    await page.getByText('Recovered: 1 of 1 replayed, 1 delivered, 0 failed again.').waitFor();
    await page.getByRole('cell', { name: 'delivered' }).waitFor();
    await expectAccessible(page);
  } finally {
    await receiver.stop();
  }
});
