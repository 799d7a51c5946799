import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';
import { AGENT_ID, FakeTokenService, REFUSED_AUDIENCE } from '#test/support/fake-token-service.ts';
import { AWS_ROLE } from '#test/support/provider-fakes/aws.ts';
import type { RunningFake, Trust } from '#test/support/provider-fakes/fake-provider.ts';
import { FakeServer } from '#test/support/provider-fakes/fake-server.ts';
import { FAKES } from '#test/support/provider-fakes/fakes.ts';
import { GCP_PROVIDER } from '#test/support/provider-fakes/gcp.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-token-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let service: FakeTokenService;
let aid: ReturnType<typeof commandLineIn>;
beforeAll(async () => {
  service = await FakeTokenService.start();
  aid = commandLineIn(folder, { environment: { AID_URL: service.url, AID_KEY: 'aid_agt_none' } });
});
afterAll(() => service.close());
beforeEach(() => service.wanted.splice(0));

async function start(name: string, trust: Partial<Trust> = {}): Promise<RunningFake> {
  const fake = await FAKES[name]?.({ issuer: service.issuer.url, subject: `agent:${AGENT_ID}`, ...trust });
  if (fake === undefined) throw new Error(`no fake of ${name}`);
  onTestFinished(() => fake.close());
  return fake;
}

test('aid token prints the token alone, and with --json the reply', async () => {
  const { code, output } = await aid(['token', '--audience', 'https://example.com', '--ttl-seconds', '60']);
  expect(code).toBe(0);
  expect(output).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect(decodeJwt(output.trim())).toMatchObject({ aud: 'https://example.com', sub: `agent:${AGENT_ID}` });
  const { rows } = await aid(['token', '--audience', 'https://example.com', '--json']);
  expect(rows).toEqual([{ token: expect.any(String), token_type: 'JWT', expires_at: expect.any(String) }]);
  expect(service.wanted).toEqual([
    { audience: 'https://example.com', ttl_seconds: 60 },
    { audience: 'https://example.com' },
  ]);
});

test('For AWS, aid token prints what credential_process reads, and the session has the name of the agent', async () => {
  const fake = await start('aws');
  const { code, errors, rows } = await aid(['token', '--for', 'aws', ...fake.args, '--duration-seconds', '900']);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(rows).toEqual([
    {
      Version: 1,
      AccessKeyId: 'ASIAIOSFODNN7EXAMPLE',
      SecretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY',
      SessionToken: 'AQoDYXdzEE0a8ANXXXX&WejfcrHjjr6v==',
      Expiration: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  ]);
  const environment = { AWS_ROLE_ARN: AWS_ROLE, AWS_ENDPOINT_URL_STS: fake.args.at(-1) ?? '' };
  expect(await aid(['token', '--for', 'aws'], { environment })).toMatchObject({ code: 0 });
  const short = await aid(['token', '--for', 'aws', ...fake.args, '--duration-seconds', '899']);
  expect(short).toMatchObject({ code: 3, output: '', errors: expect.stringContaining('DurationSeconds') });
});

test('For Google Cloud, aid token prints what the libraries read, and writes a configuration that names it', async () => {
  const fake = await start('gcp');
  const path = join(folder, 'gcp.json');
  const account = 'reader@project.iam.gserviceaccount.com';
  const args = ['token', '--for', 'gcp', '--provider', `//iam.googleapis.com/${GCP_PROVIDER}`, '--agent', AGENT_ID];
  expect(await aid([...args, '--service-account', account, '--write', path])).toMatchObject({ code: 0 });
  expect(service.wanted).toEqual([]);
  const file = JSON.parse(readFileSync(path, 'utf8'));
  expect(file).toMatchObject({
    type: 'external_account',
    audience: `//iam.googleapis.com/${GCP_PROVIDER}`,
    token_url: 'https://sts.googleapis.com/v1/token',
    service_account_impersonation_url: expect.stringMatching(/\/serviceAccounts\/reader%40.*:generateAccessToken$/),
  });
  // As the libraries do: they set the audience, and run the words of the command.
  const [program, ...words] = file.credential_source.executable.command.split(' ');
  const environment = { GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE: file.audience };
  const { code, rows } = await aid(words, { environment });
  expect({ program, code }).toEqual({ program: 'aid', code: 0 });
  const [{ id_token, expiration_time, ...rest }] = rows;
  expect(rest).toEqual({ version: 1, success: true, token_type: file.subject_token_type });
  expect(expiration_time).toBe(decodeJwt(id_token).exp);
  expect((await fake.exchange(id_token)).status).toBe(200);
  expect(await aid(['token', '--for', 'gcp'], { environment })).toMatchObject({ code: 0 });
});

test('For Google Cloud, a failure is JSON on standard output too, with an exit code that is not 0', async () => {
  const args = ['token', '--for', 'gcp', '--provider', GCP_PROVIDER, '--audience', REFUSED_AUDIENCE];
  const { code, errors, rows } = await aid(args);
  expect(code).toBe(3);
  expect(rows).toEqual([
    { version: 1, success: false, code: 'identity_token.audience', message: 'The audience is not allowed.' },
  ]);
  expect(errors).toMatch(/^aid: .*identity-tokens allow.*\n$/);
});

test.each(['anthropic', 'openai', 'openrouter', 'entra'])(
  'For %s, aid token prints the access token alone',
  async (name) => {
    const fake = await start(name);
    const { code, errors, output } = await aid(['token', '--for', name, ...fake.args]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^[\w.-]+\n$/);
    const [row] = (await aid(['token', '--for', name, ...fake.args, '--json'])).rows;
    expect(row).toMatchObject({ access_token: output.trim(), token_type: 'Bearer', expires_at: expect.any(String) });
    expect(service.wanted.map(({ audience }) => audience)).toEqual([fake.audience, fake.audience]);
  },
);

test.each(Object.keys(FAKES).filter((name) => name !== 'gcp'))(
  'A token that %s refuses is exit code 3, and neither output has the token',
  async (name) => {
    const fake = await start(name, { subject: 'agent:agt_01JEVE0000000000000000EVE0' });
    const { code, output, errors } = await aid(['token', '--for', name, ...fake.args]);
    expect({ code, output }).toEqual({ code: 3, output: '' });
    expect(errors).toMatch(/^aid: [A-Z].* refused the exchange with \d+: .+\n$/);
    expect(errors).not.toMatch(/eyJ/);
  },
);

test('A token goes to no other address than that of the provider, and never without encryption', async () => {
  const other = await FakeServer.start(() => ({ status: 200, body: {} }));
  onTestFinished(() => other.close());
  const moved = await FakeServer.start(() => ({ status: 307, headers: { location: other.url }, body: {} }));
  onTestFinished(() => moved.close());
  const echo = await FakeServer.start(({ body }) => ({ status: 400, body: { error: 'x', error_description: body } }));
  onTestFinished(() => echo.close());
  const run = (endpoint: string) => aid(['token', '--for', 'openrouter', '--rule', 'x', '--endpoint', endpoint]);
  expect(await run(moved.url)).toMatchObject({ code: 1, output: '' });
  expect(other.requests).toEqual([]);
  for (const endpoint of [
    'http://openrouter.ai/',
    'http://127.0.0.1.example.com/',
    'ftp://x/',
    'x',
    'https://a:b@c/',
  ]) {
    expect(await run(endpoint)).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('--endpoint') });
  }
  expect(await run('http://127.0.0.1:1/')).toMatchObject({ code: 1, errors: expect.stringContaining('127.0.0.1:1') });
  const echoed = await run(echo.url);
  expect(echoed).toMatchObject({ code: 3, errors: expect.stringContaining('[identity token]') });
  expect(echoed.errors).not.toContain('eyJ');
  const empty = await FakeServer.start(() => ({ status: 200, body: { token_type: 'Bearer' } }));
  onTestFinished(() => empty.close());
  expect(await run(empty.url)).toMatchObject({ code: 1, errors: expect.stringContaining('no access token') });
});

test('--write puts the identity token into a file for its owner alone, without a line feed, and exchanges nothing', async () => {
  const path = join(folder, 'deep', 'token');
  const { code, rows } = await aid(['token', '--for', 'anthropic', '--write', path]);
  expect({ code, rows }).toEqual({ code: 0, rows: [{ path, expires_at: expect.any(String) }] });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(decodeJwt(readFileSync(path, 'utf8')).aud).toBe('https://api.anthropic.com');
  // A file that cannot be replaced: no copy of the token remains.
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'taken', 'file'), '');
  expect(await aid(['token', '--for', 'entra', '--write', join(folder, 'taken')])).toMatchObject({
    code: 2,
    output: '',
  });
  expect(readdirSync(folder).filter((name) => name.startsWith('taken'))).toEqual(['taken']);
});

test('What is missing or does not fit is named with 2, before a token is issued', async () => {
  const wrong: readonly (readonly [args: readonly string[], named: string])[] = [
    [[], '--audience'],
    [['--for', 'azure'], '--for'],
    [['--for', 'aws'], '--role-arn, or AWS_ROLE_ARN'],
    [['--for', 'gcp'], '--provider'],
    [['--for', 'gcp', '--provider', 'projects/x'], '--provider'],
    [['--for', 'entra', '--tenant', 'x'], '--client-id'],
    [['--for', 'openai', '--provider', 'x'], '--service-account'],
    [['--for', 'openrouter'], '--rule'],
    [['--for', 'anthropic', '--rule', 'x'], '--organization'],
    [['--audience', 'x', '--role-arn', 'x'], '--for aws'],
    [['--for', 'aws', '--role-arn', 'x', '--rule', 'x'], '--for anthropic or openrouter'],
    [['--audience', 'x', '--ttl-seconds', 'soon'], '--ttl-seconds'],
    [['--for', 'gcp', '--provider', GCP_PROVIDER, '--write', 'x', '--key', 'aid_agt_x'], '--key'],
    [['--for', 'gcp', '--provider', GCP_PROVIDER, '--write', 'x', '--agent', 'a b'], '"a b"'],
  ];
  for (const [args, named] of wrong) {
    const { code, errors } = await aid(['token', ...args]);
    expect({ args, code, errors }).toEqual({ args, code: 2, errors: expect.stringContaining(named) });
  }
  expect(service.wanted).toEqual([]);
});

test('aid identity-tokens allow adds an audience, and keeps the others', async () => {
  for (const [args, added] of [
    [['--for', 'aws'], 'sts.amazonaws.com'],
    [['--for', 'gcp', '--provider', GCP_PROVIDER], `https://iam.googleapis.com/${GCP_PROVIDER}`],
    [['--audience', 'https://example.com'], 'https://example.com'],
    [['--for', 'aws'], 'sts.amazonaws.com'],
  ] as const) {
    const before = service.audiences;
    const { code, rows } = await aid(['identity-tokens', 'allow', ...args]);
    expect(code).toBe(0);
    expect(rows).toEqual([{ audiences: [...new Set([...before, added])], updated_at: null }]);
  }
  expect(service.audiences[0]).toBe('https://old.example.com');
  expect(await aid(['identity-tokens', 'allow'])).toMatchObject({ code: 2 });
  expect(await aid(['identity-tokens', 'allow', '--for', 'aws', '--audience', 'x'])).toMatchObject({ code: 2 });
});
