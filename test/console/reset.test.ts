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
    const page = await openPage(`#/${organization.slug}/machine/reset`, { baseUrl: stack.baseUrl, losesItsKey: true });
    await page.getByRole('button', { name: 'Delete all data' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect((await organization.api.call('getMe')).status).toBe(200);

    await page.getByRole('button', { name: 'Delete all data' }).click();
    await dialog.getByRole('button', { name: 'Delete all data' }).click();
    await page.getByText('An empty stack is starting').waitFor();
    await page.getByText('There are none yet.').waitFor();
    expect(new URL(page.url()).hash).toBe('#/');
    expect((await organization.api.call('getMe')).status).toBe(401);
    await page.getByRole('button', { name: 'Create a demo organization' }).click();
    await page.getByRole('heading', { name: 'Tour' }).waitFor();
  } finally {
    await stack.kill();
  }
});

test('An organization that is not there is named, and a reset under an open page ends its session with the reason', async () => {
  const stack = await startStack({ AID_EPHEMERAL: '1' });
  const { baseUrl } = stack;
  try {
    const { name } = await makeOrganization(baseUrl);
    const page = await openPage('#/nowhere/agents', { baseUrl, losesItsKey: true });
    await page.getByRole('alert').getByText('There is no organization "nowhere".').waitFor();
    expect(new URL(page.url()).hash).toBe('#/');
    await page.getByRole('link', { name }).click();
    await page.getByText('live', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);

    const headers = { 'content-type': 'application/json' };
    await fetch(`${baseUrl}/_local/reset`, { method: 'POST', body: '{}', headers });
    await page.getByRole('alert').getByText('or its organization is gone').waitFor();
    await page.getByText('There are none yet.').waitFor();
    await expectAccessible(page);
  } finally {
    await stack.kill();
  }
});
