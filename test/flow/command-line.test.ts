import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commandLineIn, type Ran } from '#test/support/command-line-client.ts';
import { type Agent, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'clients', 'cli', 'src', 'aid.ts');
const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let organization: Organization;
let ada: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  ada = await makeAgent(organization);
});

/** A command line with the key of an agent or of the organization. */
function as({ key }: { readonly key: string }): ReturnType<typeof commandLineIn> {
  return commandLineIn(mkdtempSync(join(folder, 'home-')), {
    environment: { AID_URL: sharedStack().baseUrl, AID_KEY: key },
  });
}

async function ok(ran: Promise<Ran>): Promise<Ran> {
  const done = await ran;
  expect(done.errors).toBe('');
  expect(done.code).toBe(0);
  return done;
}

/** The program itself, in a process. */
function environmentOf({ key }: { readonly key: string }) {
  return {
    ...process.env,
    AID_URL: sharedStack().baseUrl,
    AID_KEY: key,
    XDG_CONFIG_HOME: folder,
    XDG_STATE_HOME: folder,
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  };
}

test('A wrong key is not stored', async () => {
  const aid = commandLineIn(mkdtempSync(join(folder, 'home-')));
  const wrong = await aid(['login', '--key', 'aid_org_wrong', '--url', sharedStack().baseUrl]);
  expect(wrong).toMatchObject({ code: 3, output: '' });
  expect((await ok(aid(['logout']))).rows).toEqual([{ profile: 'default', removed: false }]);
});

test('An org key names the agent, and a list continues over its pages', async () => {
  const aid = as(organization);
  for (const number of [1, 2, 3]) {
    await ok(aid(['contacts', 'create', '--agent', ada.id, '--display-name', `Contact ${number}`]));
  }
  expect((await ok(aid(['contacts', 'list', '--limit', '2']))).rows).toHaveLength(2);
  expect((await ok(aid(['contacts', 'list', '--all']))).rows.length).toBeGreaterThanOrEqual(3);
});

test('The exit codes tell what went wrong', async () => {
  const aid = as(organization);
  expect(await aid(['agents', 'get', 'agt_01J00000000000000000000000'])).toMatchObject({ code: 4, output: '' });
  expect(await aid(['agents', 'get', ada.id, '--key', 'aid_org_wrong'])).toMatchObject({ code: 3, output: '' });
  expect(await as(ada)(['webhooks', 'test', 'whk_01J00000000000000000000000'])).toMatchObject({ code: 4 });
  const refused = await aid(['agents', 'create', '--handle', 'Not A Handle', '--json']);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.errors).error).toMatchObject({ status: 400, request_id: expect.any(String) });
});

test('A limit of the service is exit code 5', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' });
    response.end(JSON.stringify({ error: { code: 'rate.limited', message: 'Too many requests.', retryable: true } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await as(ada)(['usage', '--url', url])).toMatchObject({ code: 5, output: '' });
});

test('aid doctor finds nothing wrong with the keys of an organization and of an agent', async () => {
  for (const key of [organization, ada]) {
    const { rows } = await ok(as(key)(['doctor']));
    expect(rows.filter(({ result }) => result !== 'ok')).toEqual([]);
  }
});

test('aid doctor --deliver tells a receiver that verifies from one that believes everyone, and from one that fails', async () => {
  const secrets: string[] = [];
  const verifying = await Receiver.start((request) => {
    return { status: secrets.some((secret) => verifyDelivery(secret, request) === 'genuine') ? 204 : 401 };
  });
  const credulous = await Receiver.start();
  const failing = await Receiver.start({ status: 500 });
  onTestFinished(async () => {
    await Promise.all([verifying, credulous, failing].map((receiver) => receiver.stop()));
  });
  const own = await makeOrganization();
  const aid = as(own);
  const { secret } = await own.api.ok('createWebhook', { body: { url: verifying.url() } });
  secrets.push(secret);
  expect((await ok(aid(['doctor', '--deliver']))).rows.slice(-2)).toMatchObject([
    { check: 'delivery', result: 'ok' },
    { check: 'signature', result: 'ok', message: expect.stringContaining('refuses a wrong signature: 401') },
  ]);
  expect(verifying.requests).toHaveLength(2);

  for (const receiver of [credulous, failing]) await own.api.ok('createWebhook', { body: { url: receiver.url() } });
  const { code, rows } = await aid(['doctor', '--deliver']);
  expect(code).toBe(1);
  const failures = rows.filter(({ result }) => result === 'fail');
  expect(failures.map(({ check, message }) => [check, message])).toEqual(
    expect.arrayContaining([
      ['signature', expect.stringContaining(`${credulous.url()}) accepts a delivery with a wrong signature: 200`)],
      ['delivery', expect.stringContaining(`${failing.url()}) did not accept a test delivery: `)],
    ]),
  );
  expect(failures).toHaveLength(2);
  expect(failing.requests).toHaveLength(1);
});

test('A repeated command with one idempotency key counts once', async () => {
  const aid = as(organization);
  const create = ['agents', 'create', '--handle', `once-${Date.now()}`, '--idempotency-key', `once-${Date.now()}`];
  const [first] = (await ok(aid(create))).rows;
  expect((await ok(aid(create))).rows).toEqual([first]);
});

test('events tail prints each event once, and the next run continues after the last one', async () => {
  const follower = await makeAgent(organization);
  const aid = as(follower);
  /** The subjects that a run prints until it is interrupted after the first. */
  const tail = async (...since: readonly string[]) => {
    const ending = new AbortController();
    const { code, rows } = await aid(['events', 'tail', '--type', 'mail.received', ...since], {
      signal: ending.signal,
      onOutput: () => ending.abort(),
    });
    expect(code).toBe(130);
    return rows.map(({ payload }) => payload.subject);
  };
  await sendMail({ from: 'x@example.com', to: follower.address, subject: 'one', text: 'x' });
  const sinceLongAgo = ['--since', '2020-01-01T00:00:00Z'];
  expect(await tail(...sinceLongAgo)).toEqual(['one']);
  await sendMail({ from: 'x@example.com', to: follower.address, subject: 'two', text: 'x' });
  expect(await tail()).toEqual(['two']);
  // A time that someone types counts more than a saved position, and the next position is saved again.
  expect(await tail(...sinceLongAgo)).toEqual(['one']);
  expect(await tail()).toEqual(['two']);
});

test('A person sees whether aid events tail is connected, and which type there is not', async () => {
  const tail = ['events', 'tail', '--since', new Date().toISOString()];
  const linesUntil = async (line: string, environment = {}) => {
    const ending = new AbortController();
    const onOutput = (text: string) => {
      if (text.startsWith(line)) ending.abort();
    };
    const ran = await as(ada)(tail, { isTerminal: true, signal: ending.signal, onOutput, environment });
    expect(ran.code).toBe(130);
    return ran.output.trimEnd().split('\n');
  };
  const { baseUrl } = sharedStack();
  expect(await linesUntil('Following')).toEqual([
    `Connecting to ${baseUrl}; press Ctrl-C to stop.`,
    'Following the log.',
  ]);
  expect(await linesUntil('Disconnected', { AID_URL: 'http://127.0.0.1:1' })).toEqual([
    'Connecting to http://127.0.0.1:1; press Ctrl-C to stop.',
    'Disconnected; reconnecting.',
  ]);
  for (const follow of [tail, ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1/']]) {
    const { code, errors } = await as(ada)([...follow, '--type', 'mail.sent', 'mail.recieved']);
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('--type: ') });
    expect(errors).toContain('"mail.recieved"');
  }
});

test('A reader that goes away ends the program without an error', async () => {
  const run = promisify(execFile);
  const command = `"${process.execPath}" "${PROGRAM}" commands | head -c 10; echo " \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await run('bash', ['-c', command], { env: environmentOf(ada) });
  expect(stdout).toBe('{"name":"a 0\n');
  expect(stderr).toBe('');
});

test('Ctrl-C ends what waits with 130', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'events', 'tail', '--new', '--json'], {
    env: environmentOf(ada),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const output = new Promise((resolve) => child.stdout.once('data', resolve));
  const sending = setInterval(() => {
    void sendMail({ from: 'x@example.com', to: ada.address, subject: 'x', text: 'x' });
  }, 1_000);
  await output;
  clearInterval(sending);
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(130);
  expect(errors).toBe('');
});
