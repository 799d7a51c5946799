import { expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { LOOKS, openPage, PHONE, useBrowser } from './support/browser.ts';

useBrowser();

test('The current place is in sight in every navigation, on a phone too', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const places = [
    'machine/reset',
    'organization/accounts',
    'log',
    'tunnels',
    `agents/${agent.id}/settings`,
    `agents/${agent.id}/mail?folder=archive`,
    'contacts/rules',
  ];
  for (const viewport of new Set([PHONE, ...LOOKS.map((look) => look.viewport)])) {
    const page = await openPage(`#/${organization.slug}/log`, { viewport });
    await page.getByRole('heading', { name: 'Log', exact: true }).waitFor();
    for (const place of places) {
      await page.goto(`/#/${organization.slug}/${place}`);
      const rows = place === 'log' || place === 'tunnels' ? 1 : place.includes('folder') ? 3 : 2;
      const current = page.locator('nav [aria-current="page"]');
      await eventually(async () => {
        expect(await current.count(), place).toBe(rows);
        const hidden = [];
        for (const link of await current.all()) {
          const [own, row] = [await link.boundingBox(), await link.locator('..').boundingBox()];
          if (own === null || row === null || own.x < row.x || own.x + own.width > row.x + row.width + 1) {
            hidden.push(await link.textContent());
          }
        }
        expect(hidden, place).toEqual([]);
      });
    }
  }
});
