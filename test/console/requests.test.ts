import { test } from 'vitest';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';

useBrowser();

test('Requests show idempotent replays, refusals and what is left of a limit', async () => {
  const organization = await makeOrganization();
  const handle = freshName('agent');
  for (let attempt = 0; attempt < 2; attempt++) {
    await organization.api.ok('createIdentity', { body: { handle }, idempotencyKey: handle });
  }
  const agent = await makeAgent(organization);
  await agent.api.refused('createIdentity', 'auth.forbidden', { body: { handle } });
  const page = await openPage(`#/${organization.slug}/machine/requests`);
  const requests = page.getByRole('region', { name: 'Requests' });
  await page.getByLabel('Search requests').fill('/v1/identities');
  await requests
    .getByRole('row', { name: /POST \/v1\/identities 201 replayed/ })
    .first()
    .waitFor();
  await requests
    .getByRole('row', { name: /POST \/v1\/identities 403/ })
    .first()
    .waitFor();
  await requests
    .getByRole('cell', { name: /^\d+ of \d+ left$/ })
    .first()
    .waitFor();
  await expectAccessible(page);
});
