import { expect, test } from 'vitest';
import { denials } from './denials.ts';
import type { Account } from './engine.ts';
import { apiOf } from './stage.ts';

interface Deployed {
  readonly account: Account;
  readonly outputs: Record<string, string>;
}

/** Declares the test of the console in a deployed stage. `deploy` deploys the stage with these settings. */
export function testDeployedConsole(deploy: (settings: Record<string, string>) => Promise<Deployed>): void {
  test('With the setting, a stage serves the console on a host of its own, and without it no more', async () => {
    const { account, outputs } = await deploy({ AID_CONSOLE: 'true' });
    await expectConsole(account, outputs);
    expect(denials(account)).toEqual([]);
    expect((await deploy({})).outputs).not.toHaveProperty('ConsoleAddress');
  });
}

/** Expects the console of a stage on a host of its own, with the address of an API that lets its page in. */
async function expectConsole(account: Account, outputs: Deployed['outputs']): Promise<void> {
  const origin = (outputs.ConsoleAddress ?? '').replace(/\/$/, '');
  const [, id] = /^https?:\/\/(\w+)\.execute-api\./.exec(origin) ?? [];
  expect(id, origin).toBeDefined();
  const at = `${account.endpoint}/_aws/execute-api/${id}/$default`;
  const page = await fetch(`${at}/`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain(`data-api="${outputs.ApiAddress}"`);
  expect(page.headers.get('content-security-policy')).toContain(`connect-src ${outputs.ApiAddress}/ ws`);
  const script = await fetch(`${at}/console/app.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  // fetch() has read what was compressed.
  expect(await script.text()).toContain('/v1/');
  const again = await fetch(`${at}/console/app.js`, { headers: { 'if-none-match': script.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  expect((await fetch(`${at}/v1/me`)).status).toBe(404);

  const api = apiOf(account, outputs);
  const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
  const preflight = await fetch(`${api}/v1/me`, { method: 'OPTIONS', headers: { ...asked, origin } });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  for (const [path, status] of [
    ['/v1/me', 401],
    ['/v1/health', 200],
  ] as const) {
    const response = await fetch(api + path, { headers: { origin } });
    expect([response.status, response.headers.get('access-control-allow-origin')], path).toEqual([status, origin]);
  }
}
