import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { type SeenResponse, startAidRun } from '../support/aid-run.ts';
import { textsInMemory } from '../support/process-memory.ts';
import { TlsReceiver, trustedCertificate } from '../support/tls-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-run-'));
const certificate = trustedCertificate(folder);
/** A value of which no part is anywhere else. */
const VALUE = `v4lue-${freshName('s3cret')}-of-the-vault`;
/** As processes hold it, or a program could print it. */
const FORMS = [
  VALUE,
  Buffer.from(VALUE).toString('base64').replace(/=+$/, ''),
  Buffer.from(VALUE).toString('hex'),
  Buffer.from(`ada:${VALUE}`).toString('base64').replace(/=+$/, ''),
  [...VALUE].reverse().join(''),
];

let organization: Organization;
let agent: Agent;
let api: TlsReceiver;
let other: TlsReceiver;

beforeAll(async () => {
  organization = await makeOrganization();
  agent = await makeAgent(organization);
  [api, other] = await Promise.all([TlsReceiver.start(certificate.issued), TlsReceiver.start(certificate.issued)]);
});
afterAll(async () => {
  await Promise.all([api.stop(), other.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A new secret of an agent, for the first receiver. */
async function makeSecret(of: Agent = agent, more: object = {}) {
  const name = freshName('Billing');
  const body = { name, value: VALUE, hosts: [api.host], ...more };
  return { name, id: (await of.api.ok('createSecret', { body })).id };
}

const start = (args: readonly string[], of: Agent = agent, environment: Record<string, string> = {}) =>
  startAidRun(args, { key: of.key, folder, certificate: certificate.path, environment });

const codeOf = ({ body }: SeenResponse) => JSON.parse(body).error.code;

const leasesOf = async (secretId: string, of: Agent = agent) =>
  (await of.api.ok('listLeases', {})).leases.filter(({ secret_id }) => secret_id === secretId);

/** The text of all files below a folder. */
function textOfFiles(path: string): string {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

test('A request has the secret, and the program has it nowhere: not in its environment, arguments, memory, files or output', async () => {
  const secret = await makeSecret();
  const variables = ['--base-url', `BILLING_URL=https://${api.host}/v1`];
  const run = await start(['--secret', `name=${secret.name}`, ...variables], agent, {
    HTTP_PROXY: 'http://127.0.0.1:1',
  });
  const posted = await run.request(`/${api.host}/echo?x=1`, {
    method: 'POST',
    body: 'größe',
    headers: { authorization: 'Bearer placeholder' },
  });
  expect(posted.status).toBe(200);
  expect(api.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/echo?x=1',
    body: 'größe',
    headers: { authorization: `Bearer ${VALUE}`, host: api.host },
  });
  // The API repeats what it got, in a header, in JSON, and compressed.
  const zipped = await run.request(`/${api.host}/echo/gzip`);
  expect(posted.headers['x-echo']).toBe('Bearer [redacted]');
  for (const { body } of [posted, zipped]) expect(JSON.parse(body).headers.authorization).toBe('Bearer [redacted]');

  const { environment, base, pid } = run;
  expect(environment).toMatchObject({ BILLING_URL: `${base}/${api.host}/v1`, NO_PROXY: '127.0.0.1' });
  expect(environment.AID_KEY).toBeUndefined();
  const ofProcess = ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1')).join('\0');
  const seen = [ofProcess, textOfFiles(run.home), run.written.output, run.written.errors].join('\n');
  for (const form of [...FORMS, agent.key]) expect(seen).not.toContain(form);
  // The search finds what is there: the address of the proxy.
  expect(ofProcess).toContain(base);
  expect(textsInMemory(pid, [...FORMS, agent.key, base])).toEqual([base]);

  expect(await run.end({ exit: 7 })).toBe(7);
  expect(run.written.errors).toBe('');
  const [lease] = await leasesOf(secret.id);
  expect(lease).toMatchObject({ status: 'revoked', use_count: 2, max_uses: 100, hosts: [api.host] });
  expect(lease?.purpose).toBe(`aid run node: requests to ${api.host}`);
});

test('The secret goes to no other host: by the path, by a redirect, or by a redirect of its own host', async () => {
  const secret = await makeSecret();
  const run = await start(['--secret', secret.id]);
  const before = other.requests.length;
  for (const host of [other.host, api.host.replace('localhost', '127.0.0.1'), 'localhost', 'localhost.example.com']) {
    const refused = await run.request(`/${host}/echo`);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'proxy.host_refused']);
  }
  for (const host of [`x@${other.host}`, '', '%6cocalhost', `${api.host}:1`, '[::1]']) {
    const refused = await run.request(`/${host}/echo`);
    expect([host, refused.status]).toEqual([host, 400]);
  }
  expect(other.requests.length).toBe(before);
  expect((await leasesOf(secret.id))[0]?.use_count).toBe(0);

  // The program follows a redirect to another host without the proxy.
  const elsewhere = await run.request(`/${api.host}/to/${encodeURIComponent(`https://${other.host}/echo`)}`);
  expect(elsewhere).toMatchObject({ status: 200, url: `https://${other.host}/echo` });
  expect(JSON.stringify(other.requests.at(-1))).not.toContain(VALUE);
  // One to the same host stays behind it, in each form.
  for (const to of ['/echo', `https://${api.host}/echo`, '../echo']) {
    const next = await run.request(`/${api.host}/to/${encodeURIComponent(to)}`);
    expect(next).toMatchObject({ status: 200, url: `${run.base}/${api.host}/echo` });
    expect(api.requests.at(-1)?.headers.authorization).toBe(`Bearer ${VALUE}`);
  }
  expect(api.requests.filter(({ headers }) => JSON.stringify(headers).includes('127.0.0.1'))).toEqual([]);
  await run.end();
  expect(run.written.errors).toContain(`aid: refused GET: The secret may not be sent to ${other.host}.\n`);
});

test('The 101st use is refused, and so is the first one beyond a smaller number', async () => {
  const secret = await makeSecret();
  const [hundred, two] = await Promise.all([
    start(['--secret', secret.id]),
    start(['--secret', secret.id, '--max-uses', '2']),
  ]);
  const before = api.requests.length;
  for (const [run, uses] of [
    [two, 2],
    [hundred, 100],
  ] as const) {
    for (let use = 0; use < uses; use += 1) expect((await run.request(`/${api.host}/`)).status).toBe(200);
    const refused = await run.request(`/${api.host}/`);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'vault.lease_exhausted']);
    await run.end();
  }
  expect(api.requests.length).toBe(before + 102);
  const outcomes = await Promise.all(
    (await leasesOf(secret.id)).map(async ({ id }) => {
      const { redemptions } = await agent.api.ok('listRedemptions', { params: { id }, query: { limit: '200' } });
      return redemptions.map(({ outcome }) => outcome).filter((outcome) => outcome === 'exhausted');
    }),
  );
  expect(outcomes).toEqual([['exhausted'], ['exhausted']]);
});

test('A lease that was revoked gives nothing to a program that runs, and neither does one of a suspended agent', async () => {
  const suspended = await makeAgent(organization);
  const [secret, theirs] = await Promise.all([makeSecret(), makeSecret(suspended)]);
  const [run, second] = await Promise.all([start(['--secret', secret.id]), start(['--secret', theirs.id], suspended)]);
  for (const one of [run, second]) expect((await one.request(`/${api.host}/`)).body).toBe('ok');
  const before = api.requests.length;
  const [lease] = await leasesOf(secret.id);
  await agent.api.ok('revokeLease', { params: { id: lease?.id ?? '' } });
  await organization.api.ok('suspendIdentity', { params: { id: suspended.id } });
  const refused = [await run.request(`/${api.host}/`), await second.request(`/${api.host}/`)];
  expect(refused.map((one) => [one.status, codeOf(one)])).toEqual([
    [403, 'vault.lease_revoked'],
    [403, 'identity.suspended'],
  ]);
  expect(api.requests.length).toBe(before);
  expect(await Promise.all([run.end(), second.end()])).toEqual([0, 0]);
});

test('Other hosts of a secret are left out with --host, and new hosts of it end the lease of a run', async () => {
  const secret = await makeSecret(agent, { hosts: [api.host, other.host] });
  const run = await start(['--secret', secret.id, '--host', api.host]);
  expect((await run.request(`/${api.host}/`)).status).toBe(200);
  expect((await run.request(`/${other.host}/`)).status).toBe(403);
  const params = { id: secret.id };
  await agent.api.ok('rotateSecret', { params, body: { value: 'another value', hosts: [other.host] } });
  const refused = await run.request(`/${api.host}/`);
  expect([refused.status, codeOf(refused)]).toEqual([403, 'vault.lease_revoked']);
  await run.end();
});
