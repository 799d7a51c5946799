import { test } from 'vitest';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';

useBrowser();

test('Requests show idempotent replays, refusals and what is left of a limit', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const page = await openPage(`#/${organization.slug}/machine/requests`);
  const requests = page.getByRole('region', { name: 'Requests' });
  await page.getByLabel('Search requests').fill('/v1/identities');
  // The page shows the newest requests of all, and other tests make some too.
  await eventually(async () => {
    const handle = freshName('agent');
    for (let attempt = 0; attempt < 2; attempt++) {
      await organization.api.ok('createIdentity', { body: { handle }, idempotencyKey: handle });
    }
    await agent.api.refused('createIdentity', 'auth.forbidden', { body: { handle } });
    await page.getByRole('button', { name: 'Refresh' }).click();
    for (const name of [/POST \/v1\/identities 201 replayed/, /POST \/v1\/identities 403/]) {
      await requests.getByRole('row', { name }).first().waitFor({ timeout: 2_000 });
    }
    await requests
      .getByRole('cell', { name: /^\d+ of \d+ left$/ })
      .first()
      .waitFor({ timeout: 2_000 });
  });
  await expectAccessible(page);
});
