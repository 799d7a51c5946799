import { expect, test } from 'vitest';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessibility.ts';
import { LOOKS, openPage, useBrowser } from './support/browser.ts';
import { chooseTheme } from './support/menu.ts';

useBrowser();

test('A person makes an email of each kind arrive, and sees what the checks found', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  for (const [kind, folder, verdict] of [
    ['verified', 'inbox', 'Sender verified'],
    ['spoofed', 'inbox', 'Sender not verified'],
    ['spam', 'spam', 'Sender not verified'],
    ['virus', 'blocked', 'Sender not verified'],
  ] as const) {
    const page = await openPage(`#/${organization.slug}/machine`);
    const form = page.getByRole('form', { name: 'Simulate inbound email' });
    await form.getByLabel('To agent').selectOption({ label: agent.handle });
    await form.getByLabel('Subject').fill(`An email that is ${kind}`);
    await form.getByLabel('Checks').selectOption(kind);
    await form.getByRole('button', { name: 'Deliver email' }).click();
    await page.getByRole('link', { name: 'Open the inbox' }).waitFor();
    await expect
      .poll(async () => {
        const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id }, query: { folder } });
        return messages.map(({ subject }) => subject);
      })
      .toContain(`An email that is ${kind}`);
    await page.goto(`/#/${organization.slug}/agents/${agent.id}/mail?folder=${folder}`);
    await page.getByRole('link', { name: new RegExp(`An email that is ${kind}`) }).click();
    // The verdict, and among the warnings too where there is one.
    await page.getByText(verdict, { exact: true }).first().waitFor();
  }
});

test('A person makes an email bounce, and finds it in the outbox', async () => {
  const organization = await makeOrganization();
  await makeAgent(organization);
  const page = await openPage(`#/${organization.slug}/machine`);
  await page.getByRole('heading', { name: 'Simulate an outcome' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Outcome', { exact: true }).selectOption({ label: 'Bounce' });
  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByRole('link', { name: /mail\.bounced/ }).waitFor();
  await page.goto(`/#/${organization.slug}/machine/outbox`);
  await page.getByText('Does it arrive?').first().click();
  await page.getByText('An email to the mailbox simulator.').first().waitFor();
  await expectAccessible(page);
});

test('A person finds a request by the id that its error names', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/machine/requests`);
  const params = { id: 'agt_none' };
  // The page shows the newest requests of all, and other tests make some too.
  await eventually(async () => {
    const { error } = await organization.api.refused('getIdentity', 'resource.not_found', { params });
    const read = page.waitForResponse((response) => response.url().includes('/_local/requests'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await read;
    await page.getByRole('searchbox', { name: 'Search requests' }).fill(error?.request_id ?? '');
    const row = page.getByRole('row', { name: /GET \/v1\/identities\/.*404/ });
    await row.waitFor({ timeout: 2_000 });
    expect(await page.getByRole('row').count()).toBe(2);
  });
});

test('The dashboard of the stage is drawn in the console', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/machine/metrics`);
  const dashboard = page.frameLocator('iframe[title="Dashboard of the stage"]');
  await dashboard.getByRole('heading', { name: 'Which routes fail?' }).waitFor();
  await dashboard.locator('canvas').first().waitFor();
  await expectAccessible(page);
});

test('The pages of this machine and the tour are accessible on a phone and a desktop, in light and in dark', async () => {
  const organization = await makeOrganization();
  await makeAgent(organization);
  const parts = ['arrive', 'outbox', 'queues', 'requests', 'metrics', 'failures', 'reset'];
  for (const { viewport, theme } of LOOKS) {
    const page = await openPage(`#/${organization.slug}/tour`, { viewport });
    await chooseTheme(page, theme);
    for (const place of ['tour', ...parts.map((part) => `machine/${part}`)]) {
      await page.goto(`/#/${organization.slug}/${place}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await expectAccessible(page);
    }
  }
});

test('No email arrives for an address that no agent has, or without what it needs', async () => {
  const usual = { from: 'ada@example.com', subject: 'x', text: 'x', kind: 'verified' };
  for (const mail of [
    { ...usual, to: 'no-one@agents.localhost' },
    { ...usual, to: 'x@elsewhere.example' },
    usual,
    null,
  ]) {
    const response = await fetch(`${sharedStack().baseUrl}/_local/mail`, {
      method: 'POST',
      body: JSON.stringify(mail),
    });
    expect(response.status).toBe(400);
  }
});
