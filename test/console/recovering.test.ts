import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { endedDeliveriesOf, eventsOf } from '../support/log-reader.ts';
import { withFixture } from '../support/with-fixture.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, PHONE, useBrowser } from './support/browser.ts';
import { makeMember, makeOwner, openAs } from './support/people.ts';

useBrowser();

/** What the receiver says of why it refuses. */
const REFUSAL = '{"error":"unknown <b>order</b>"}';
const BROKEN = { status: 500, body: REFUSAL };
const FIXED = { status: 204 };

/** An email that has arrived, and that the receiver of its event has refused for good. */
async function refused() {
  const { organization } = await makeOwner();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start(BROKEN);
  const { id: webhookId } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
  await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
  const [delivery] = await endedDeliveriesOf(organization, 1);
  expect(delivery).toMatchObject({ status: 'dead_letter', response_status: 500 });
  return { organization, agent, receiver, webhookId };
}

const withRefused = withFixture(refused);

const places = ({ slug }: Organization, agent: Agent) => ({
  log: `#/${slug}/log`,
  inbox: `#/${slug}/agents/${agent.id}/mail`,
});

/** Counts the clicks of a person from here on. Changes of the place do not load the page again. */
async function countClicks(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(
    'globalThis.clicks = 0; addEventListener("click", (event) => (clicks += event.isTrusted), true);',
  );
  return () => page.evaluate('clicks');
}

const row = (page: Page) => page.getByRole('link', { name: /Where is my order/ });
const mark = (page: Page) => row(page).getByText('1 failed delivery');
const response = (page: Page) => page.getByRole('group', { name: 'Body of the response' }).last();
const outcome = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

test(
  'From the log, a failed delivery is understood with one click and recovered with another',
  withRefused(async ({ organization, agent, receiver }) => {
    const page = await openPage(places(organization, agent).log);
    await mark(page).waitFor();
    const clicks = await countClicks(page);
    await row(page).click();
    const event = page.getByRole('article', { name: 'Event' });
    await event.getByRole('cell', { name: /500/ }).first().waitFor();
    expect(await response(page).textContent()).toBe(REFUSAL);
    await expectAccessible(page);
    receiver.respondWith(FIXED);
    await event.getByRole('button', { name: 'Replay' }).click();
    await outcome(page, 'Replayed to 1 endpoint: 1 delivered, 0 failed again.').waitFor();
    expect(await clicks()).toBe(2);
    await event.getByRole('cell', { name: 'delivered' }).waitFor();
    await mark(page).waitFor({ state: 'detached' });
    await expectAccessible(page);
  }),
);

test(
  'From the inbox, a failed delivery of a message is understood with one click and recovered with another',
  withRefused(async ({ organization, agent, receiver, webhookId }) => {
    const page = await openPage(places(organization, agent).inbox);
    await mark(page).waitFor();
    await expectAccessible(page);
    const clicks = await countClicks(page);
    await row(page).click();
    const notice = page.getByRole('group', { name: 'Deliveries of this message' });
    await notice.getByText(`mail.received to ${receiver.url()}: HTTP 500`).waitFor();
    expect(await response(page).textContent()).toBe(REFUSAL);
    await expectAccessible(page);
    receiver.respondWith(FIXED);
    await notice.getByRole('button', { name: 'Replay' }).click();
    await outcome(page, 'Replayed to 1 endpoint: 1 delivered, 0 failed again.').waitFor();
    expect(await clicks()).toBe(2);
    await mark(page).waitFor({ state: 'detached' });
    await notice.getByText('HTTP 500').waitFor({ state: 'detached' });

    receiver.respondWith(BROKEN);
    await notice.getByRole('button', { name: 'Replay' }).click();
    await outcome(page, 'Replayed to 1 endpoint: 0 delivered, 1 failed again.').waitFor();
    await notice.getByText('HTTP 500').waitFor();
    await mark(page).waitFor();
    await organization.api.ok('updateWebhook', { params: { id: webhookId }, body: { enabled: false } });
    await notice.getByRole('button', { name: 'Replay' }).click();
    await outcome(page, 'Nothing was sent: no endpoint that is enabled receives this event.').waitFor();
    await notice.getByRole('link', { name: 'The event and its deliveries' }).click();
    await page.getByRole('article', { name: 'Event' }).getByRole('cell', { name: /500/ }).first().waitFor();
  }),
);

test('An agent that replays an event to an endpoint of its own that is newer sees that it was sent', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  await sendMail({ to: agent.address, subject: 'Where is my order?', text: 'x' });
  const [event] = await eventsOf(organization, 1, ({ type }) => type === 'mail.received');
  const page = await openAs(agent.key);
  await page.evaluate(`location.hash = '#/${organization.slug}/log/${event?.id}'`);
  await page.getByRole('button', { name: 'Replay' }).click();
  await outcome(page, 'Replayed, but no endpoint of this agent that is enabled receives this event.').waitFor();
  const receiver = await Receiver.start(FIXED);
  try {
    await agent.api.ok('createWebhook', { body: { url: receiver.url(), identity_id: agent.id } });
    await page.getByRole('button', { name: 'Replay' }).click();
    await outcome(page, 'Replayed to 1 endpoint: 1 delivered, 0 failed again.').waitFor();
  } finally {
    await receiver.stop();
  }
});

test(
  'A viewer sees what failed and why in the log and in the inbox, and that an admin can replay it',
  withRefused(async ({ organization, agent }) => {
    const viewer = await makeMember(organization, 'viewer');
    const page = await openAs(await viewer.login(), { viewport: PHONE });
    for (const place of Object.values(places(organization, agent))) {
      await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await mark(page).waitFor();
      await row(page).click();
      await response(page).getByText('unknown').waitFor();
      await page.getByText('An admin of the organization can replay it.').waitFor();
      expect(await page.getByRole('button', { name: 'Replay' }).count()).toBe(0);
      await expectAccessible(page);
    }
  }),
);

test(
  'A failed delivery is found among all of the organization by its status, endpoint and event type',
  withRefused(async ({ organization, receiver, webhookId }) => {
    const page = await openPage(`#/${organization.slug}/organization/deliveries`);
    const rows = page.getByRole('region', { name: 'Deliveries' }).locator('tbody tr[data-row]');
    await rows.getByText('Failed for good').waitFor();
    await page.getByRole('link', { name: 'delivered', exact: false }).first().click();
    await page.getByText('No delivery has the status “Delivered”.').waitFor();
    await page.getByRole('link', { name: 'Failed for good' }).click();
    await page.getByLabel('Endpoint').selectOption(receiver.url());
    await page.getByLabel('Event type').selectOption('mail.sent');
    await eventually(async () => expect(await rows.count()).toBe(0));
    await page.getByLabel('Event type').selectOption('mail.received');
    await rows.getByText('Failed for good').waitFor();
    for (const part of ['status=dead_letter', `webhook_id=${webhookId}`, 'event_type=mail.received'])
      expect(page.url()).toContain(part);
    await expectAccessible(page);
  }),
);
