import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { messageWith } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { DESKTOP, openPage, PHONE, useBrowser } from './support/browser.ts';

useBrowser();

test('A person creates an endpoint, tests it, rotates its secret, disables and deletes it', async () => {
  const organization = await makeOrganization();
  const receiver = await Receiver.start();
  try {
    const page = await openPage(`#/${organization.slug}/organization/endpoints`);
    await page.getByText('New endpoint').click();
    await page.getByLabel('Address').fill(receiver.url());
    await page.getByLabel('mail.received').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByText('The signing secret (shown only once):').waitFor();
    await page.getByRole('link', { name: receiver.url() }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await receiver.until(1);
    await page.getByRole('cell', { name: 'delivered' }).waitFor();
    // Its event is not in the log, so that there is nothing to open.
    await page.getByRole('cell', { name: /webhook\.test evt_\w+ test, not in the log/ }).waitFor();
    expect(await page.getByRole('cell').getByRole('link', { name: /evt_/ }).count()).toBe(0);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText('The new signing secret (shown only once):').waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    await page.getByText('disabled', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no endpoints yet.').waitFor();
    expect((await organization.api.ok('listWebhooks')).webhooks).toEqual([]);
  } finally {
    await receiver.stop();
  }
});

test('An endpoint that fails shows its attempts, the error and the next try', async () => {
  const organization = await makeOrganization();
  const receiver = await Receiver.start({ status: 500 });
  try {
    const { id } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    const page = await openPage(`#/${organization.slug}/organization/endpoints/${id}`);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('cell', { name: /HTTP 500/ }).waitFor();
    await page.getByRole('cell', { name: 'Failed for good' }).waitFor();
  } finally {
    await receiver.stop();
  }
});

test('The keys for rows move along the rows of tables too, and Enter opens what a row links to', async () => {
  const organization = await makeOrganization();
  // Each has a key with its name.
  const agents = [await makeAgent(organization), await makeAgent(organization)];
  const page = await openPage(`#/${organization.slug}/organization/keys`);
  const row = page.getByRole('row', { name: new RegExp(agents[0]?.handle ?? '') });
  await row.waitFor();
  const focused = row.and(page.locator(':focus'));
  for (let pressed = 0; (await focused.count()) === 0; pressed += 1) {
    expect(pressed, 'presses').toBeLessThan(await page.getByRole('row').count());
    await page.keyboard.press('j');
  }
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: agents[0]?.displayName ?? '' }).waitFor();
});

test('A person adds a domain, and copies the records to set', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/organization/domains`);
  await page.getByText('New domain').click();
  await page.getByLabel('Domain', { exact: true }).fill(`${organization.slug}.example.com`);
  await page.getByRole('button', { name: 'Add domain' }).click();
  const records = page.getByRole('region', { name: `Records of ${organization.slug}.example.com` });
  await records.getByRole('cell', { name: 'MX' }).first().waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // The button says so for a moment only.
  const copied = records.getByRole('button', { name: 'Copied' }).waitFor();
  await Promise.all([copied, records.getByRole('button', { name: 'Copy value' }).first().click()]);
  const { domains } = await organization.api.ok('listDomains');
  expect(domains[0]?.records.map(({ value }) => value)).toContain(
    await page.evaluate('navigator.clipboard.readText()'),
  );
  await expectAccessible(page);
});

test('A person revokes an org key', async () => {
  const organization = await makeOrganization();
  const { key } = await organization.api.ok('createApiKey', { body: { name: 'old deployment' } });
  const page = await openPage(`#/${organization.slug}/organization/keys`);
  const row = page.getByRole('row', { name: /old deployment/ });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('revoked').waitFor();
  expect((await organization.api.as(key).call('getMe')).status).toBe(401);
});

test('Every part of the organization is accessible on a phone and a desktop', async () => {
  const organization = await makeOrganization();
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await openPage(`#/${organization.slug}/organization`, { viewport });
    for (const part of ['Usage', 'Endpoints', 'Signatures', 'Keys', 'Domains', 'Provider accounts']) {
      await page.getByRole('link', { name: part, exact: true }).click();
      await page.getByRole('heading', { name: part }).waitFor();
      await expectAccessible(page);
    }
  }
});

test('The first page shows what happened on each day, counted from the log', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  for (const subject of ['First', 'Second']) await sendMail({ to: agent.address, subject, text: 'x' });
  await messageWith(agent, 'First');
  const { created_at: at } = await messageWith(agent, 'Second');
  const page = await openPage(`#/${organization.slug}/organization`);
  const received = page.getByRole('figure', { name: 'Emails received' });
  await received.getByText('2', { exact: true }).waitFor();
  expect(await received.getByRole('listitem').count()).toBe(14);
  const format = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const text = `${format.format(new Date(at))}: 2`;
  await received.getByText(text, { exact: true }).waitFor();
  // The day of UTC may have ended since.
  expect((await received.getByRole('listitem').allTextContents()).slice(-2)).toContain(text);
  await expectAccessible(page);
});
