import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/log-reader.ts';
import { expectAccessible } from './support/accessibility.ts';
import { LOOKS, openPage, useBrowser } from './support/browser.ts';
import { chooseTheme } from './support/menu.ts';

useBrowser();

test('A message is labeled and unlabeled where it is open, and a label in its row leads to all that have it', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  for (const subject of ['Plain', 'Known', 'New']) await sendMail({ to: agent.address, subject, text: 'Hello' });
  const messages = await messagesOf(agent, 3);
  const mid = messages.find(({ subject }) => subject === 'Known')?.id ?? '';
  await agent.api.ok('updateMessage', { params: { id: agent.id, mid }, body: { add_labels: ['vip', 'orders/2026'] } });
  const labelsOf = async (subject: string) =>
    (await messagesOf(agent, 3)).find((one) => one.subject === subject)?.labels;

  const page = await openPage(`#/${organization.slug}/agents/${agent.id}/mail`);
  const item = (subject: string) => page.locator('main li[data-id]', { hasText: subject });
  const labels = page.getByRole('article', { name: 'Message' }).getByRole('group', { name: 'Labels' });
  await item('New').locator('[data-row]').click();
  const offered = labels.locator('datalist option');
  await eventually(async () =>
    expect(await offered.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
      'orders/2026',
      'vip',
    ]),
  );
  await labels.getByLabel('Label', { exact: true }).fill('Not a label');
  await page.keyboard.press('Enter');
  await labels.getByRole('alert').waitFor();
  await labels.getByLabel('Label', { exact: true }).fill('vip');
  await page.keyboard.press('Enter');
  await labels.getByRole('link', { name: 'vip' }).waitFor();
  await item('New').getByRole('link', { name: 'vip' }).click();
  const rows = page.locator('main [data-row]');
  await eventually(async () => expect(await rows.count()).toBe(2));
  expect(page.url()).toContain('label=vip');
  await labels.getByRole('button', { name: 'Remove label vip' }).click();
  await eventually(async () => expect(await rows.count()).toBe(1));
  expect(await labelsOf('New')).toEqual([]);
  await page.getByRole('link', { name: 'Label vip' }).click();
  await eventually(async () => expect(await rows.count()).toBe(3));

  for (const { viewport, theme } of LOOKS) {
    const look = await openPage(`#/${organization.slug}/agents/${agent.id}/mail?label=vip`, { viewport });
    await look.locator('main li[data-id]').getByRole('link', { name: 'orders/2026' }).waitFor();
    await chooseTheme(look, theme);
    await expectAccessible(look);
    await look.locator('main [data-row]').click();
    const open = look.getByRole('article', { name: 'Message' });
    await open.getByRole('button', { name: 'Remove label vip' }).waitFor();
    await expectAccessible(look);
    await open.getByRole('group', { name: 'Labels' }).getByRole('link', { name: 'orders/2026' }).click();
    await look.getByRole('link', { name: 'Label orders/2026' }).waitFor();
  }
});
