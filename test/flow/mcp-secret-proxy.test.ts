import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { type BridgedClient, secondBridged } from '../support/bridged-clients.ts';
import { textOf } from '../support/mcp-clients.ts';
import { TlsReceiver, trustedCertificate } from '../support/tls-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-'));
const certificate = trustedCertificate(folder);
const VALUE = freshName('value');
/** Says what its variable has, and what the API responds. */
const PROGRAM = `
  const { API } = process.env;
  const response = await fetch(API + '/echo', { headers: { 'x-own': JSON.stringify(process.env).length > 0 ? 'yes' : 'no' } });
  console.log(JSON.stringify({ api: new URL(API).hostname, status: response.status, body: await response.json() }));`;

let agent: Agent;
let api: TlsReceiver;
let client: BridgedClient;

beforeAll(async () => {
  agent = await makeAgent(await makeOrganization());
  api = await TlsReceiver.start(certificate.issued);
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(hosts: readonly string[] | undefined, more: object = {}, args: readonly string[] = ['-e', PROGRAM]) {
  const environment = { NODE_EXTRA_CA_CERTS: certificate.path };
  client = await secondBridged({ key: agent.key, args: ['--allow-commands', process.execPath], folder, environment });
  const body = { name: freshName(), value: VALUE, ...(hosts && { hosts }) };
  const secret = await agent.api.ok('createSecret', { body });
  const call = { secret_id: secret.id, command: process.execPath, environment_variable: 'API', inject: 'proxy' };
  const ran = await client.call('run_with_secret', { ...call, args: ['--input-type=module', ...args], ...more });
  const { leases } = await agent.api.ok('listLeases', {});
  return { ran, lease: leases.find(({ secret_id }) => secret_id === secret.id) };
}

test('The output of a program that uses the secret by the proxy is returned, and no message has the secret', async () => {
  const { ran, lease } = await run([api.host]);
  expect(api.requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${VALUE}`, 'x-own': 'yes' });
  expect(ran.structuredContent).toMatchObject({ exit_code: 0, timed_out: false, stderr: '' });
  const printed = JSON.parse(ran.structuredContent.stdout);
  expect(printed).toMatchObject({
    api: '127.0.0.1',
    status: 200,
    body: { headers: { authorization: 'Bearer [redacted]' } },
  });
  expect(client.written.join('\n')).not.toContain(VALUE);
  expect(lease).toMatchObject({ status: 'revoked', use_count: 1, hosts: [api.host] });
});

test('The model names one of the hosts of the secret, and no other one', async () => {
  const several = [api.host, '*.example.org'];
  const { ran } = await run(several, { host: api.host, header: 'X-Api-Key: {{value}}' });
  expect(ran.structuredContent, textOf(ran)).toMatchObject({ exit_code: 0 });
  expect(api.requests.at(-1)?.headers['x-api-key']).toBe(VALUE);
  const before = api.requests.length;
  for (const [hosts, more, message] of [
    [several, {}, /Name one host without a wildcard of: localhost:\d+, \*\.example\.org/],
    [several, { host: '*.example.org' }, /Name one host without a wildcard/],
    [several, { host: 'attacker.example' }, /host: the secret may not be sent to attacker\.example/],
    [undefined, { host: api.host }, /The secret has no hosts\. Its owner has to name them/],
  ] as const) {
    const { ran: refused, lease } = await run(hosts, more);
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringMatching(message)]);
    expect(lease).toBeUndefined();
  }
  expect(api.requests.length).toBe(before);
});
