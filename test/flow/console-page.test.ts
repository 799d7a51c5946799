import { expect, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';

/** What browsers send for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('A browser gets the console at the front door, with a policy that allows its own files alone', async () => {
  const { baseUrl } = sharedStack();
  const response = await fetch(`${baseUrl}/`, { headers: { accept: BROWSER } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = response.headers.get('content-security-policy') ?? '';
  const { script = '', connect = '' } = Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split('-src ')[0], directive.split('-src ')[1]]),
  );
  expect(policy).toMatch(/^default-src 'none'; /);
  expect([script, connect]).toEqual(["'self'", `'self' ${baseUrl.replace('http', 'ws')}`]);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("frame-ancestors 'none'");
  const files = [...(await response.text()).matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path);
  expect(files).toHaveLength(2);
  for (const path of files) expect((await fetch(`${baseUrl}${path}`)).status, path).toBe(200);
});
