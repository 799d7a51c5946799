import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { VERSION } from '#shared/domain/stage/release.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WHO = { actor_type: 'user', actor_id: 'key_1', org_id: 'org_1', org_slug: 'acme', org_name: 'Acme' };
const HOOK = {
  id: 'whk_1',
  url: 'https://acme.example/hook',
  enabled: true,
  disabled_reason: null,
  standard_webhooks: true,
};
const DKIM = { purpose: 'dkim', type: 'CNAME', name: 'a._domainkey.acme.example', status: 'missing' };

/** Responses by path. Whatever is not named is as it should be. */
interface Service {
  readonly date?: Date;
  readonly replies?: Readonly<Record<string, unknown>>;
}

/** Runs the command with a service. Returns its exit code, and the results with what they are about. */
async function doctor({ date = new Date(), replies = {} }: Service = {}, isTerminal = false) {
  const all: Readonly<Record<string, unknown>> = {
    '/v1': { name: 'aid', version: VERSION },
    '/v1/me': WHO,
    '/v1/domains': { domains: [] },
    '/v1/webhooks': { webhooks: [] },
    '/v1/webhooks/deliveries': { deliveries: [] },
    ...replies,
  };
  const server = createServer(({ url = '' }, response) => {
    const reply = all[url.replace(/\?.*/, '')] as { error?: object } | undefined;
    const status = reply?.error === undefined ? 200 : 401;
    response.writeHead(status, { 'content-type': 'application/json', date: date.toUTCString() });
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const AID_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const aid = commandLineIn(folder, { environment: { AID_URL, AID_KEY: 'aid_org_test' }, isTerminal });
  return aid(['doctor']);
}

/** The checks that did not end well, with what to do. */
async function problems(service: Service) {
  const { code, rows } = await doctor(service);
  const found = rows.filter(({ result }) => result !== 'ok');
  for (const { advice } of found) expect(advice).toMatch(/\.$/);
  return { code, found: found.map(({ check, result }) => `${check} ${result}`), text: JSON.stringify(found) };
}

test('aid doctor says that all is well where it is, a line for each check, and succeeds', async () => {
  const { code, rows, errors } = await doctor();
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(rows.map(({ check, result }) => `${check} ${result}`)).toEqual(
    ['address', 'version', 'clock', 'key', 'domains', 'webhooks'].map((check) => `${check} ok`),
  );
  const shown = await doctor({}, true);
  expect(shown.output.split('\n')[3]).toBe('ok    key        org key, of Acme');
});

test('aid doctor fails where there is no service, or another one, and says where the address comes from', async () => {
  const aid = commandLineIn(folder, { environment: { AID_URL: 'http://127.0.0.1:1', AID_KEY: 'aid_org_none' } });
  const { code, rows, errors } = await aid(['doctor']);
  expect([code, errors, rows.length]).toEqual([1, 'aid: 1 check failed\n', 1]);
  expect(rows[0]).toMatchObject({ check: 'address', result: 'fail', advice: expect.stringContaining('AID_URL') });
  expect(await problems({ replies: { '/v1': { hello: 'world' } } })).toMatchObject({
    code: 1,
    found: ['address fail'],
  });
});

test('aid doctor fails for a key that is not valid, and goes no further', async () => {
  const refused = { error: { code: 'auth.unauthorized', message: 'Missing or invalid API key.', retryable: false } };
  expect(await problems({ replies: { '/v1/me': refused } })).toMatchObject({ code: 1, found: ['key fail'] });
});

test('aid doctor warns of a clock that is off, and fails for one with which nothing can be signed', async () => {
  const off = (seconds: number) => problems({ date: new Date(Date.now() - seconds * 1000) });
  expect(await off(60)).toMatchObject({ code: 0, found: ['clock warn'] });
  expect(await off(900)).toMatchObject({ code: 1, found: ['clock fail'] });
});

test('aid doctor warns of another version, and names the one to install', async () => {
  const { code, found, text } = await problems({ replies: { '/v1': { version: '9.4.1' } } });
  expect({ code, found }).toEqual({ code: 0, found: ['version warn'] });
  expect(text).toContain('aid-stack-cli@9.4');
});

test('aid doctor names the DNS records that a domain lacks', async () => {
  const domain = (status: string) => ({
    '/v1/domains': { domains: [{ domain: 'acme.example', status, records: [DKIM] }] },
  });
  const pending = await problems({ replies: domain('pending') });
  expect(pending).toMatchObject({ code: 1, found: ['domains fail'] });
  expect(pending.text).toContain('CNAME a._domainkey.acme.example');
  expect(await problems({ replies: domain('verified') })).toMatchObject({ code: 0, found: ['domains warn'] });
});

test('aid doctor fails for an endpoint that the service has disabled, and warns of one that fails', async () => {
  const hooks = (changes: object) => ({ '/v1/webhooks': { webhooks: [{ ...HOOK, ...changes }] } });
  for (const disabled_reason of ['gone', 'failing']) {
    const { code, found, text } = await problems({ replies: hooks({ enabled: false, disabled_reason }) });
    expect({ code, found }).toEqual({ code: 1, found: ['webhooks fail'] });
    expect(text).toContain(disabled_reason);
  }
  const byRequest = hooks({ enabled: false, disabled_reason: 'disabled by request' });
  expect(await problems({ replies: byRequest })).toMatchObject({ code: 0, found: [] });
  const deliveries = { '/v1/webhooks/deliveries': { deliveries: [{ status: 'retrying', last_error: 'HTTP 500' }] } };
  const failing = await problems({ replies: { ...hooks({ standard_webhooks: false }), ...deliveries } });
  expect(failing).toMatchObject({ code: 0, found: ['webhooks warn', 'webhooks warn'] });
  expect(failing.text).toContain('HTTP 500');
});

test('aid doctor with an agent key does not ask for domains, which an agent has none of', async () => {
  const agent = { ...WHO, identity_id: 'agt_1', handle: 'ada' };
  const { code, rows } = await doctor({ replies: { '/v1/me': agent } });
  expect([code, rows.map(({ check }) => check)]).toEqual([0, ['address', 'version', 'clock', 'key', 'webhooks']]);
});
