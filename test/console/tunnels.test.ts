import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { aidOf } from '#test/support/sdk.ts';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openPage, useBrowser } from './support/browser.ts';

useBrowser();

test('A tunnel shows its last requests, and those of other organizations are not among them', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/missing?x=1' ? 404 : 200;
    response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const [ours, theirs] = await Promise.all([makeOrganization(), makeOrganization()]);
  const serve = async (organization: typeof ours, name: string) => {
    const agent = await makeAgent(organization);
    return aidOf(agent).tunnels.serve({ port, name });
  };
  const [own, other] = [await serve(ours, 'ours'), await serve(theirs, 'theirs')];
  try {
    for (const [url, status] of [
      [`${own.url}/missing?x=1`, 404],
      [`${own.url}`, 200],
      [`${other.url}/secret`, 200],
    ] as const) {
      expect((await fetch(url)).status).toBe(status);
    }
    const page = await openPage(`#/${ours.slug}/tunnels`);
    const requests = page.getByRole('region', { name: 'Latest requests' });
    await requests.getByRole('row', { name: /GET \/missing\?x=1 404/ }).waitFor();
    await requests.getByRole('row', { name: /GET \/ 200/ }).waitFor();
    expect(await requests.textContent()).not.toContain('secret');
    await expectAccessible(page);
  } finally {
    await Promise.all([own.close(), other.close()]);
    server.close();
  }
});
