import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { endedDeliveriesOf } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';

useBrowser();

test('The trace of a failed delivery shows what the receiver responded, and is one link from the delivery and the event', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start(() => ({ status: 422, body: '{"error":"unknown <b>order</b>"}' }));
  try {
    await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
    await endedDeliveriesOf(organization, 1);
    const [event] = (await organization.api.ok('listEvents')).events;
    const page = await openPage(`#/${organization.slug}/log/${event?.id}`);
    await page.getByRole('link', { name: 'What led to this, and what followed' }).click();
    await page.getByRole('heading', { name: 'Trace' }).waitFor();
    await page.getByText(/Where is my order/).waitFor();
    const body = page.getByRole('group', { name: 'Body of the response' }).first();
    expect(await body.textContent()).toBe('{"error":"unknown <b>order</b>"}');
    await expectAccessible(page);
    await page.getByRole('link', { name: /^dlv_/ }).first().click();
    await page.getByRole('heading', { name: 'Delivery', exact: true }).waitFor();
    await body.waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'What led to this, and what followed' }).click();
    await page.getByRole('heading', { name: 'Trace' }).waitFor();
  } finally {
    await receiver.stop();
  }
});
