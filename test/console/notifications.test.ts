import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { endedDeliveriesOf } from '../support/log-reader.ts';
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
  await page.clock.install();
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

test('A browser that allows notifications but shows none keeps the events arriving, and the switch turns off', async () => {
  const organization = await makeOrganization();
  const agent = await heldAgent(organization);
  const page = await openMenuOf(organization.slug, 'granted');
  const choice = page.getByRole('switch', { name: /^Notify me/ });
  await choice.check();
  // Android has the permission, but not the constructor.
  await page.evaluate(
    `globalThis.Notification = class { constructor() { throw new TypeError('Illegal constructor'); } }`,
  );
  const approvals = page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: /^Approvals/ });
  await hold(agent);
  await approvals.getByText('1').waitFor();
  await hold(agent, { to: 'grace@elsewhere.example' });
  await approvals.getByText('2').waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  expect(await choice.isChecked()).toBe(false);
});

test('Without the permission of the browser the switch stays off and says why', async () => {
  const { slug } = await makeOrganization();
  const page = await openMenuOf(slug, 'denied');
  const choice = page.getByRole('switch', { name: /^Notify me/ });
  await choice.click();
  await page.getByRole('alert').getByText('does not allow').waitFor();
  expect(await choice.isChecked()).toBe(false);
});

test('A person who asks for it is notified of deliveries that fail, on whichever page, and no one else reads them', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start({ status: 500 });
  /** Has an email arrive of which the delivery fails. */
  const fail = async (subject: string, count: number) => {
    await sendMail({ to: agent.address, subject, text: 'x' });
    await endedDeliveriesOf(organization, count);
  };
  try {
    await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    await fail('Before', 1);
    const page = await openMenuOf(organization.slug, 'granted');
    let reads = 0;
    const isRead = (one: { url: () => string }) => one.url().includes('/v1/webhooks/deliveries?');
    page.on('request', (request) => {
      if (isRead(request)) reads += 1;
    });
    const later = () => page.clock.fastForward(60_000);
    await later();
    expect(reads).toBe(0);

    const choice = page.getByRole('switch', { name: /^Notify me/ });
    const first = page.waitForResponse(isRead);
    await choice.check();
    await first;
    await fail('Where is my order?', 2);
    await later();
    const one = `A delivery failed for good: mail.received to ${receiver.url()}: HTTP 500`;
    await eventually(async () => expect(await notified(page)).toEqual([one]));
    await fail('Where is it?', 3);
    await fail('Where?', 4);
    await later();
    // The console reads on its own too, so that each may be read alone.
    const two = `2 deliveries failed for good: mail.received to ${receiver.url()}: HTTP 500`;
    await eventually(async () =>
      expect([
        [one, two],
        [one, one, one],
      ]).toContainEqual(await notified(page)),
    );
    await choice.uncheck();
    // Requests are reported in their order, so what was asked before this one is counted.
    const settled = () => page.evaluate("fetch('/v1/ready')");
    await settled();
    const until = reads;
    await later();
    await settled();
    expect(reads).toBe(until);

    await page.evaluate('notified[0].click()');
    await page.getByRole('article', { name: 'Event' }).getByText('"Where is my order?"').waitFor();
  } finally {
    await receiver.stop();
  }
});
