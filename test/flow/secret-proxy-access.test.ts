import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { startAidRun } from '../support/aid-run.ts';
import { TlsReceiver, trustedCertificate } from '../support/tls-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-run-'));
const certificate = trustedCertificate(folder);
const VALUE = freshName('value');

let organization: Organization;
let agent: Agent;
let api: TlsReceiver;

beforeAll(async () => {
  organization = await makeOrganization();
  agent = await makeAgent(organization);
  api = await TlsReceiver.start(certificate.issued);
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (args: readonly string[], more: { readonly key?: string } = {}) =>
  startAidRun(args, { key: agent.key, folder, certificate: certificate.path, ...more });

async function makeSecret(value: unknown = VALUE, hosts: readonly string[] = [api.host]): Promise<string> {
  return (await agent.api.ok('createSecret', { body: { name: freshName(), value, hosts } })).id;
}

/** Sends bytes to the proxy, as any process of the machine can, and returns the response. */
async function sendRaw(base: string, lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write([...lines, 'connection: close', '', ''].join('\r\n'));
  return text(socket);
}

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);

test('A process that does not have the address of the program reaches nothing, and learns nothing of it', async () => {
  const secret = await makeSecret();
  const run = await start(['--secret', secret]);
  const { origin, host, pathname } = new URL(run.base);
  const [before, other] = [api.requests.length, `/${'x'.repeat(pathname.length - 1)}`];
  for (const path of ['/', `/${api.host}/`, `${other}/${api.host}/`, `${pathname.slice(0, -1)}/${api.host}/`]) {
    const response = await fetch(origin + path);
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'proxy.not_found' } }]);
  }
  // A web page with a name that leads to this machine sends its own host, even if it knew the path.
  const path = `${pathname}/${api.host}/`;
  for (const given of ['attacker.example', `attacker.example:${new URL(run.base).port}`, api.host, '127.0.0.1']) {
    expect(statusOf(await sendRaw(run.base, [`GET ${path} HTTP/1.1`, `host: ${given}`]))).toBe(421);
  }
  // The forms of a forward proxy.
  for (const target of [`http://${api.host}/`, `http://${api.host}${path}`, `https://${api.host}${path}`, '*']) {
    expect(statusOf(await sendRaw(run.base, [`GET ${target} HTTP/1.1`, `host: ${host}`]))).toBe(404);
  }
  expect(statusOf(await sendRaw(run.base, [`CONNECT ${api.host} HTTP/1.1`, `host: ${api.host}`]))).toBe(405);
  expect(api.requests.length).toBe(before);
  const { leases } = await agent.api.ok('listLeases', {});
  expect(leases.find(({ secret_id }) => secret_id === secret)?.use_count).toBe(0);
  // The same bytes with the address arrive, and headers of the connection do not.
  const sent = ['connection: x-own, host', 'x-own: 1', 'upgrade: websocket', `referer: ${run.base}/x`, 'te: trailers'];
  expect(statusOf(await sendRaw(run.base, [`GET ${path} HTTP/1.1`, `host: ${host}`, ...sent]))).toBe(200);
  const { headers = {} } = api.requests.at(-1) ?? {};
  expect(headers).toMatchObject({ host: api.host, authorization: `Bearer ${VALUE}` });
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-own']));
  expect(JSON.stringify(headers)).not.toMatch(/upgrade|referer|trailers/);
  await run.end();
});

test('After the program has ended, its address leads nowhere', async () => {
  const run = await start(['--secret', await makeSecret()]);
  expect(await run.end()).toBe(0);
  await expect(fetch(`${run.base}/${api.host}/`)).rejects.toThrow();
});

test('Only a host with a certificate that is trusted gets the secret, whatever the environment says', async () => {
  const [unknown, elsewhere] = await Promise.all([
    TlsReceiver.start(trustedCertificate(mkdtempSync(join(folder, 'other-'))).issued),
    TlsReceiver.start(certificate.issued),
  ]);
  // The certificate is that of another name.
  const otherName = elsewhere.host.replace('localhost', '127.0.0.1');
  const secret = await makeSecret(VALUE, [unknown.host, otherName, 'localhost:1']);
  const run = await startAidRun(['--secret', secret], {
    key: agent.key,
    folder,
    certificate: certificate.path,
    environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
  });
  for (const [host, reason] of [
    [unknown.host, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [otherName, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['localhost:1', 'ECONNREFUSED'],
  ] as const) {
    const { status, body } = await run.request(`/${host}/`);
    expect([status, JSON.parse(body).error]).toEqual([
      502,
      { code: 'proxy.unreachable', message: `${host} cannot be reached: ${reason}.` },
    ]);
  }
  expect([...unknown.requests, ...elsewhere.requests]).toEqual([]);
  await run.end();
  await Promise.all([unknown.stop(), elsewhere.stop()]);
});

test.each([
  [['--header', 'X-Api-Key: key {{value}}'], VALUE, { 'x-api-key': `key ${VALUE}` }],
  [['--basic', 'ada:{{value}}'], VALUE, { authorization: `Basic ${btoa(`ada:${VALUE}`)}` }],
  [['--basic', '{{value}}:'], VALUE, { authorization: `Basic ${btoa(`${VALUE}:`)}` }],
  [['--field', 'token'], { token: VALUE, other: 1 }, { authorization: `Bearer ${VALUE}` }],
])('With %j the secret is in its header, and redacted where the API repeats it', async (args, value, headers) => {
  const run = await start(['--secret', await makeSecret(value), ...args]);
  const { status, body, headers: received } = await run.request(`/${api.host}/echo`);
  expect(status).toBe(200);
  expect(api.requests.at(-1)?.headers).toMatchObject(headers);
  for (const text of [body, JSON.stringify(received)]) {
    for (const sent of [VALUE, ...Object.values(headers).map((one) => one.replace(/^Basic /, ''))]) {
      expect(text).not.toContain(sent);
    }
  }
  await run.end();
});

test('A secret that no header can have is not sent, and the response says why without it', async () => {
  const [lines, object] = await Promise.all([makeSecret(`${VALUE}\nx-other: 1`), makeSecret({ token: VALUE })]);
  const before = api.requests.length;
  for (const [secret, reason] of [
    [lines, /line break/],
    [object, /name the field/],
  ] as const) {
    const run = await start(['--secret', secret]);
    const { status, body } = await run.request(`/${api.host}/`);
    expect([status, JSON.parse(body).error.code]).toEqual([502, 'proxy.value_unusable']);
    expect(body).toMatch(reason);
    expect(body).not.toContain(VALUE);
    await run.end();
  }
  expect(api.requests.length).toBe(before);
});

test('An event of a stream reaches the program when it is sent, and not only when the stream ends', async () => {
  const run = await start(['--secret', await makeSecret()]);
  const response = await fetch(`${run.base}/${api.host}/events`);
  const { value } = (await response.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe('data: one\n\n');
  await run.end();
});
