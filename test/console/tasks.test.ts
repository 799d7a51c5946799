import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, PHONE, useBrowser } from './support/browser.ts';

useBrowser();

test('A person sends a task as one agent and replies as the other, and sees it as a timeline', async () => {
  const organization = await makeOrganization();
  const [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
  const page = await openPage(`#/${organization.slug}/tasks`);
  await page.getByText('New task').click();
  await page.getByLabel('From').selectOption({ label: caller.handle });
  await page.getByLabel('To').fill(worker.handle);
  await page.getByLabel('Message').fill('Translate this letter.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send task' }).click();
  await page.getByRole('link', { name: /Submitted .* Translate this letter/ }).click();
  await page.getByLabel('State').selectOption('input_required');
  await page.getByLabel('Reply', { exact: true }).fill('Into which language?');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.getByRole('listitem').getByText('Into which language?').waitFor();
  await page.getByRole('form', { name: 'Write as the caller' }).getByLabel('Message').fill('Into French.');
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('listitem').getByText('Into French.').waitFor();

  await worker.api.ok('replyToTask', {
    params: { id: new URL(page.url()).hash.split('/')[3] ?? '' },
    body: { state: 'completed', message: 'Voilà.', result: { words: 120 } },
  });
  const said = page.getByRole('listitem');
  await said.getByText('Voilà.').waitFor();
  await said.getByText('Completed', { exact: true }).waitFor();
  // What was said, and each state that the task was in, in order.
  const steps = ['Submitted', 'Translate this letter.', 'Input required', 'Into which', 'Into French.', 'Completed'];
  await eventually(async () => {
    const texts = (await said.allTextContents()).join(' ');
    expect(steps.map((step) => texts.indexOf(step))).not.toContain(-1);
  });
  await page.getByLabel('Result').getByText('120').waitFor();
  await expectAccessible(page);
  await eventually(async () => {
    const { api_keys: keys } = await organization.api.ok('listApiKeys');
    const made = keys.filter(({ name }) => name === 'console, for one call');
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 'revoked'));
    expect(made.length).toBeGreaterThan(0);
  });
});

test('A person adds contacts and rules, and tries who would pass', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const page = await openPage(`#/${organization.slug}/contacts`);
  await page.getByText('New contact').click();
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await page.getByRole('cell', { name: 'ada@example.com' }).waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByText('New rule').click();
  await page.getByLabel('Address or domain').fill('evil.example');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByRole('cell', { name: 'evil.example' }).waitFor();
  const tester = page.getByRole('form', { name: 'Would this email pass?' });
  await tester.getByLabel('Agent').selectOption({ label: agent.handle });
  await tester.getByLabel('Sender or recipient').fill('eve@evil.example');
  await tester.getByRole('button', { name: 'Test' }).click();
  await tester.getByText("The organization's rule for the domain blocks it.").waitFor();
  await tester.getByLabel('Sender or recipient').fill('ada@example.com');
  await tester.getByRole('button', { name: 'Test' }).click();
  await tester.getByText('No rule matches it, and the mode is blocklist.').waitFor();
  await page.getByLabel('When no rule applies').selectOption('allowlist');
  await expect.poll(async () => (await organization.api.ok('getContactSettings')).filter_mode).toBe('allowlist');
  await expectAccessible(page);
});

test('A person stores a secret, and sees the leases of it with their redemptions', async () => {
  const organization = await makeOrganization();
  const page = await openPage(`#/${organization.slug}/vault`);
  await page.getByText('New secret').click();
  await page.getByLabel('Secret name').fill('payment provider');
  await page.getByLabel('Value').fill('s3cret');
  await page.getByRole('button', { name: 'Store secret' }).click();
  await page.getByRole('cell', { name: 'payment provider' }).waitFor();
  await page.getByText('New lease').click();
  await page.getByLabel('Secret', { exact: true }).selectOption({ label: 'payment provider' });
  await page.getByLabel('Purpose').fill('pay an invoice');
  await page.getByRole('button', { name: 'Create lease' }).click();
  const shown = page.getByText('The lease token (shown only once):').locator('code');
  const token = (await shown.textContent()) ?? '';
  const { leases } = await organization.api.ok('listLeases');
  const redeemed = await organization.api.ok('redeemLease', {
    params: { id: leases[0]?.id ?? '' },
    body: { lease_token: token },
  });
  expect(redeemed.value).toBe('s3cret');
  await page.reload();
  await page.getByRole('link', { name: /pay an invoice/ }).click();
  await page.getByRole('cell', { name: 'redeemed' }).waitFor();
  await page.getByText('1 of 1; last used:').waitFor();
  await expectAccessible(page);
  await page.goto(`/#/${organization.slug}/vault`);
  await page.getByText('New lease').click();
  await page.getByLabel('Secret', { exact: true }).selectOption({ label: 'payment provider' });
  await page.getByLabel('Purpose').fill('pay another one');
  await page.getByRole('button', { name: 'Create lease' }).click();
  await page.getByRole('link', { name: /pay another one/ }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
});

test('The messages of a long task that do not fit into one response are read by a click', async () => {
  const organization = await makeOrganization();
  const [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
  const { id } = await caller.api.ok('createTask', { body: { to_identity_id: worker.id, message: 'The first one.' } });
  // The page shows the size of bytes, and would take long to lay out as much text.
  const parts = [{ raw: 'A'.repeat(240_000), filename: 'large.bin' }];
  for (let count = 1; count <= 12; count += 1)
    await caller.api.ok('addTaskMessage', { params: { id }, body: { parts } });
  const page = await openPage(`#/${organization.slug}/tasks/${id}`);
  const earlier = page.getByRole('button', { name: /earlier messages/ });
  await earlier.waitFor();
  expect(await page.getByText('The first one.').count()).toBe(0);
  await earlier.click();
  await page.getByText('The first one.').waitFor();
  await earlier.waitFor({ state: 'detached' });
});

test('The caller of a task cancels it after a question', async () => {
  const organization = await makeOrganization();
  const [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
  const body = { to_identity_id: worker.id, message: 'Translate this letter.' };
  const { id } = await caller.api.ok('createTask', { body });
  const page = await openPage(`#/${organization.slug}/tasks/${id}`);
  await page.getByRole('button', { name: 'Cancel task' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel task' }).click();
  await page.getByRole('listitem').getByText('Canceled', { exact: true }).waitFor();
  await expectAccessible(page);
});

test('Tasks, contacts, rules, vault and tunnels are accessible on a phone', async () => {
  const organization = await makeOrganization();
  await organization.api.ok('createTunnel', { body: { name: 'demo of the web shop' } });
  const page = await openPage(`#/${organization.slug}/tunnels`, { viewport: PHONE });
  await page.getByRole('cell', { name: /demo of the web shop/ }).waitFor();
  for (const place of ['tunnels', 'tasks', 'contacts', 'contacts/rules', 'vault']) {
    await page.goto(`/#/${organization.slug}/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    for (const button of await page.getByRole('button', { name: /^New / }).all()) {
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
      // The focus is where the dialog was opened.
      await button.and(page.locator(':focus')).waitFor();
    }
  }
});
