import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { startStack } from '#testing/stack.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';

useBrowser();

test('A person deletes all data of this machine after a question, and begins again with an empty stack', async () => {
  const stack = await startStack({ AID_EPHEMERAL: '1' });
  try {
    const organization = await makeOrganization(stack.baseUrl);
    await makeAgent(organization);
    const page = await openPage(`#/${organization.slug}/machine/reset`, { baseUrl: stack.baseUrl });
    await page.getByRole('button', { name: 'Delete all data' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect((await organization.api.call('getMe')).status).toBe(200);

    await page.getByRole('button', { name: 'Delete all data' }).click();
    await dialog.getByRole('button', { name: 'Delete all data' }).click();
    await page.getByText('An empty stack is starting').waitFor();
    await page.getByText('There is none yet.').waitFor({ timeout: 60_000 });
    expect(new URL(page.url()).hash).toBe('#/');
    expect((await organization.api.call('getMe')).status).toBe(401);
    await page.getByRole('button', { name: 'Create a demo organization' }).click();
    await page.getByRole('heading', { name: 'Tour' }).waitFor();
  } finally {
    await stack.kill();
  }
});
