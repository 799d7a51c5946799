import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicKeyOf } from '#clients/typescript/src/index.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';
import { startAidRun } from '../support/aid-run.ts';
import { TlsReceiver, trustedCertificate } from '../support/tls-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-run-'));
const certificate = trustedCertificate(folder);
const VALUE = freshName('value');

let organization: Organization;
let agent: Agent;
let api: TlsReceiver;
let secret: { readonly id: string; readonly name: string };

beforeAll(async () => {
  organization = await makeOrganization();
  agent = await makeAgent(organization);
  api = await TlsReceiver.start(certificate.issued);
  secret = await agent.api.ok('createSecret', { body: { name: freshName(), value: VALUE, hosts: [api.host] } });
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (args: readonly string[], key = agent.key) =>
  startAidRun(args, { key, folder, certificate: certificate.path });

/** The command line in this process, where it starts no program. */
const aid = (args: readonly string[], isTerminal = false) =>
  commandLineIn(mkdtempSync(join(folder, 'home-')), {
    environment: { AID_URL: sharedStack().baseUrl, AID_KEY: agent.key },
    isTerminal,
  })(['run', ...args]);

test.each([
  [{ exit: 0 }, 0],
  [{ exit: 42 }, 42],
  [{ kill: 'SIGKILL' }, 137],
])('A program that ends with %j gives its exit code to aid run', async (how, code) => {
  expect(await (await start(['--secret', secret.id])).end(how)).toBe(code);
});

test.each(['SIGTERM', 'SIGHUP'] as const)('A %s that aid run gets reaches the program', async (signal) => {
  const run = await start(['--secret', secret.id]);
  run.aid.kill(signal);
  // The program ends with 9 on SIGTERM, and by the default on all others.
  expect(await run.exited).toBe(signal === 'SIGTERM' ? 9 : 129);
  expect(run.written.errors).toBe('');
});

test('An agent with a keypair proves each use with its private key', async () => {
  const signer = await makeAgent(organization);
  const privateKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const path = join(folder, 'agent.pem');
  writeFileSync(path, privateKey);
  const body = { algorithm: 'ed25519' as const, public_key: await publicKeyOf(privateKey) };
  await signer.api.ok('putKeypair', { body });
  const { id } = await signer.api.ok('createSecret', { body: { name: 'x', value: VALUE, hosts: [api.host] } });
  const without = await start(['--secret', id], signer.key);
  const { status, body: refused } = await without.request(`/${api.host}/`);
  expect([status, JSON.parse(refused).error.code]).toEqual([403, 'vault.proof_invalid']);
  await without.end();
  const run = await start(['--secret', id, '--private-key-file', path], signer.key);
  for (let use = 0; use < 2; use += 1) expect((await run.request(`/${api.host}/`)).status).toBe(200);
  await run.end();
});

test('With an org key the secret of the organization is leased to the agent that is named', async () => {
  const name = freshName('Shared');
  const shared = await organization.api.ok('createSecret', { body: { name, value: VALUE } });
  const args = ['--secret', `name=${name}`, '--host', api.host, '--agent', agent.handle, '--purpose', 'a test'];
  const run = await start(args, organization.key);
  expect((await run.request(`/${api.host}/`)).status).toBe(200);
  await run.end();
  const { leases } = await agent.api.ok('listLeases', {});
  expect(leases.find(({ secret_id }) => secret_id === shared.id)).toMatchObject({
    identity_id: agent.id,
    purpose: 'a test',
    use_count: 1,
    hosts: [],
  });
});

test('--dry-run prints the lease, the hosts and the header, and leases and starts nothing', async () => {
  const marker = join(folder, 'started');
  const command = ['--', process.execPath, '-e', `require('node:fs').writeFileSync('${marker}', '')`];
  const args = ['--secret', secret.name, '--base-url', `API=https://${api.host}/v1/`, '--max-uses', '3', '--dry-run'];
  const leases = async () => (await agent.api.ok('listLeases', {})).leases.length;
  const before = await leases();
  const { code, rows, errors } = await aid([...args, ...command]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(rows).toEqual([
    {
      method: 'POST',
      url: `${sharedStack().baseUrl}/v1/vault/leases`,
      body: {
        secret_id: secret.id,
        max_uses: 3,
        ttl_seconds: 3600,
        purpose: `aid run node: requests to ${api.host}`,
      },
      hosts: [api.host],
      header: 'authorization: Bearer {{value}}',
      base_urls: { API: `https://${api.host}/v1` },
      command: command.slice(1),
    },
  ]);
  const shown = await aid([...args, ...command], true);
  expect(shown.output).toMatch(/^header +authorization: Bearer \{\{value\}\}$/m);
  expect(await leases()).toBe(before);
});

test('What is wrong with a call is one line, before anything is leased or started', async () => {
  const twice = freshName('twice');
  for (let one = 0; one < 2; one += 1) {
    await agent.api.ok('createSecret', { body: { name: twice, value: VALUE } });
  }
  const { id: open } = await agent.api.ok('createSecret', { body: { name: 'open', value: VALUE } });
  const of = ['--secret', secret.id];
  const wrong: readonly (readonly [args: readonly string[], code: number, line: RegExp])[] = [
    [[], 2, /--secret is required/],
    [of, 2, /missing required argument 'command'/],
    [['--secret', 'name='], 2, /--secret: expected name=<name> or id=<id>/],
    [['--secret', 'name=absent'], 4, /no secret has the name absent/],
    [['--secret', 'sec_01M7YKTVVJAAFKNEW6HZDFK2Q1'], 4, /resource\.not_found/],
    [['--secret', `name=${twice}`], 2, /several secrets have the name .*: sec_\w+, sec_\w+; name one by its id/],
    [['--secret', open], 2, /--host is required: the secret does not name the hosts/],
    [[...of, '--host', 'other.example'], 2, /--host: the secret may not be sent to other\.example, only to localhost:/],
    [[...of, '--host', 'https://x.example'], 2, /--host: expected a host such as/],
    [['--secret', open, '--host', '*.com'], 2, /--host: expected a host such as/],
    [[...of, '--base-url', 'https://x.example'], 2, /--base-url: expected NAME=https/],
    [[...of, '--base-url', `A=http://${api.host}`], 2, /--base-url: expected NAME=https/],
    [[...of, '--base-url', 'A=https://other.example'], 2, /--base-url: the secret may not be sent to other\.example/],
    [[...of, '--header', 'X-Key'], 2, /--header: \{\{value\}\} is missing/],
    [[...of, '--header', 'Host: {{value}}'], 2, /--header: host cannot carry a secret/],
    [[...of, '--header', 'A: {{value}}', '--basic', 'a:{{value}}'], 2, /--header and --basic cannot be combined/],
    [[...of, '--max-uses', '101'], 2, /--max-uses: expected a number from 1 to 100/],
    [[...of, '--ttl-seconds', '10'], 2, /--ttl-seconds: expected a number from 30 to 86400/],
    [[...of, '--private-key-file', join(folder, 'absent')], 2, /--private-key-file: cannot read/],
  ];
  for (const [args, code, line] of wrong) {
    const command = args === of ? [] : ['--', 'true'];
    const ran = await aid([...args, ...command]);
    expect([args, ran.code, ran.output]).toEqual([args, code, '']);
    expect(ran.errors).toMatch(line);
    expect(ran.errors.trimEnd()).not.toContain('\n');
  }
  const absent = join(folder, 'no-such-program');
  expect(await aid([...of, '--', absent])).toMatchObject({
    code: 1,
    errors: `aid: ${absent} cannot be started: ENOENT\n`,
  });
});
