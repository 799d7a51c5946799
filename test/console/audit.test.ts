import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { expectAccessible } from './support/accessibility.ts';
import { LOOKS, openPage, useBrowser } from './support/browser.ts';

useBrowser();

test('A person finds a change in the audit, sees it before and after, and exports what matches', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const { id } = await organization.api.ok('createWebhook', { body: { url: 'https://hooks.example.com/a' } });
  await organization.api.ok('updateWebhook', { params: { id }, body: { url: 'https://hooks.example.com/b' } });
  for (const { viewport, theme } of LOOKS) {
    const page = await openPage(`#/${organization.slug}/organization/audit`, { viewport });
    await page.emulateMedia({ colorScheme: theme });
    const rows = page.getByRole('region', { name: 'Entries' }).locator('tbody tr');
    await rows.filter({ hasText: agent.id }).filter({ hasText: 'createIdentity' }).waitFor();
    await expectAccessible(page);
    const update = rows.filter({ hasText: 'updateWebhook' });
    await update.getByText('Show').click();
    const difference = page.getByRole('region', { name: 'Before and after updateWebhook' });
    expect(await difference.locator('del').allTextContents()).toEqual(['− url: "https://hooks.example.com/a"\n']);
    expect(await difference.locator('ins').allTextContents()).toEqual(['+ url: "https://hooks.example.com/b"\n']);
    await expectAccessible(page);

    await update.getByRole('link', { name: id }).click();
    await rows.filter({ hasText: 'createIdentity' }).waitFor({ state: 'detached' });
    await page.getByLabel('Action').fill('createWebhook');
    await page.keyboard.press('Enter');
    await update.waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'createWebhook' }).waitFor();
    expect(await rows.count()).toBe(1);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON Lines' }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe('audit.jsonl');
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    const { entries } = await organization.api.ok('listAudit', { query: { target: id, action: 'createWebhook' } });
    expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
    await page.getByText('Exported: 1').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await rows.filter({ hasText: 'createIdentity' }).waitFor();
  }
});
