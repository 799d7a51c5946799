import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HAND_COMMANDS, tree } from '#clients/cli/src/hand-commands.ts';
import { ALL_OPERATIONS } from '#clients/cli/src/operations.ts';
import { Profiles } from '#clients/cli/src/profile/profiles.ts';
import { listenSecret } from '#clients/cli/src/webhooks/listen-secret.ts';
import { signedHeaders } from '#clients/cli/src/webhooks/signed-headers.ts';
import { readModel } from '#clients/description/model/read-model.ts';
import { makeDocument } from '#shared/contract/openapi/document.ts';
import {
  generateSigningSecret,
  legacySignatureHeader,
  signatureHeader,
  standardHeaders,
} from '#shared/domain/delivery/signature.ts';
import { DELIVERY_USER_AGENT } from '#shared/domain/http/own-address.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';
import { methodsOf } from '#test/support/sdk-methods.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** No service is at this address. */
const aid = commandLineIn(folder, { environment: { AID_URL: 'http://127.0.0.1:1', AID_KEY: 'aid_org_none' } });

const COMMANDS = tree().commands;

test('Every method of the SDK has a command, and no two commands are one', () => {
  const methods = methodsOf(readModel(makeDocument()).client).map(({ name }) => name);
  const called = new Set([...ALL_OPERATIONS, ...HAND_COMMANDS].map(({ method }) => method));
  expect(methods.filter((name) => !called.has(name))).toEqual([]);
  expect(new Set(COMMANDS.map(({ command }) => command)).size).toBe(COMMANDS.length);
});

test.each(COMMANDS.map(({ command }) => [command]))(
  'aid %s --help says what it does, and succeeds',
  async (command) => {
    const { code, output, errors } = await aid([...command.split(' '), '--help']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^Usage: aid /);
    expect(output).toContain('--json');
  },
);

test.each(COMMANDS.map(({ command }) => [command]))(
  'aid %s with a wrong option ends with 2 and one line',
  async (command) => {
    const { code, output, errors } = await aid([...command.split(' '), '--no-such-option']);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toMatch(/^aid: .*--no-such-option.*\n$/);
  },
);

test('A command that does not exist ends with 2, and names the nearest one', async () => {
  expect(await aid(['mial'])).toMatchObject({ code: 2, errors: expect.stringContaining('Did you mean mail?') });
  expect(await aid(['mail', 'sned'])).toMatchObject({ code: 2, errors: expect.stringContaining('Did you mean send?') });
  expect(await aid(['mail'])).toMatchObject({ code: 2, output: '' });
  expect(await aid([])).toMatchObject({ code: 2, output: '' });
});

test('The help has every noun in a group, and examples that exist', async () => {
  const { output } = await aid(['--help']);
  for (const noun of new Set(COMMANDS.map(({ command }) => command.split(' ')[0]))) {
    expect(output).toMatch(new RegExp(`^  ${noun} `, 'm'));
  }
  expect(output.match(/^[A-Z].*:/gm)).toEqual([
    ...['Usage:', 'Options:', 'Get started:', 'Organization and agents:', 'Mail:', 'Tasks:', 'Events and webhooks:'],
    ...['Secrets and tunnels:', 'For programs and shells:', 'Examples:'],
  ]);
  const helps = [output];
  for (const noun of output.match(/^ {2}[a-z][a-z0-9-]+/gm) ?? []) {
    if (noun.trim() !== 'help') helps.push((await aid([noun.trim(), '--help'])).output);
  }
  const examples = helps.flatMap((help) => help.match(/^ {2}aid .*$/gm) ?? []).map((line) => line.trim());
  expect(examples.length).toBeGreaterThan(25);
  for (const example of examples) {
    const [words = ''] = /^(?:[a-z][a-z0-9-]*(?: |$))+/.exec(example.slice('aid '.length)) ?? [];
    const command = COMMANDS.map((one) => one.command).filter((one) => `${words} `.startsWith(`${one} `));
    const help = (
      await aid([...(command.sort((one, other) => other.length - one.length)[0] ?? 'none').split(' '), '--help'])
    ).output;
    for (const [flag] of example.matchAll(/--[a-z-]+/g)) expect(help, example).toContain(`${flag} `);
    expect(help, example).toMatch(/^Usage: aid /);
  }
});

test('The help and the version succeed without a key', async () => {
  expect(await aid(['--help'])).toMatchObject({ code: 0, errors: '' });
  expect(await aid(['--version'])).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('aid commands prints the tree with the exit codes, for programs', async () => {
  const { rows } = await aid(['commands']);
  const [{ commands, exit_codes }] = rows;
  expect(Object.keys(exit_codes)).toEqual(['0', '1', '2', '3', '4', '5', '130']);
  const send = commands.find(({ command }: { command: string }) => command === 'mail send');
  expect(send).toMatchObject({ agent: true, dry_run: true });
  expect(send.options).toContainEqual({ flags: '--to <texts>', text: expect.any(String) });
});

test.each(['bash', 'zsh'])(
  'The completion for %s is a script that bash can read, and knows the verbs',
  async (shell) => {
    const { code, output } = await aid(['completion', shell]);
    expect(code).toBe(0);
    expect(output).toMatch(/'mail'\) words='[^']*\bsend\b/);
    if (shell === 'bash') {
      execFileSync('bash', ['-n'], { input: output });
      const words = `${output}\nCOMP_WORDS=(aid mail se); COMP_CWORD=2; _aid; echo "\${COMPREPLY[@]}"`;
      expect(execFileSync('bash', [], { input: words, encoding: 'utf8' })).toBe('send\n');
    }
  },
);

test('There is a completion for fish, and none for a shell that is not known', async () => {
  expect(await aid(['completion', 'fish'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('complete -c aid'),
  });
  expect(await aid(['completion', 'csh'])).toMatchObject({ code: 2, errors: expect.stringContaining('csh') });
});

test('A number, JSON, a file, a time and a port that cannot be read are named, with 2, before anything is sent', async () => {
  const listen = ['webhooks', 'listen', '--forward-to'];
  const wrong: readonly (readonly [args: readonly string[], named: string])[] = [
    [['vault', 'leases', 'create', '--secret-id', 'sec_1', '--purpose', 'x', '--ttl-seconds', 'soon'], '--ttl-seconds'],
    [['tasks', 'create', '--to-handle', 'ada', '--parts', '{'], '--parts'],
    [['mail', 'send', '--to', 'ada@example.com', '--text-file', `${folder}/no-such-file`], '--text-file'],
    [['mail', 'send', '--to', 'ada@example.com', '--attach', `${folder}/no-such-file`], '--attach'],
    [['mail', 'list', '--limit', '0'], '--limit'],
    [['tunnel', '99999'], '<port>'],
    [['tunnel'], "'port'"],
    [['mail', 'wait', 'msg_1', '--timeout', 'long'], '--timeout'],
    [['mail', 'wait', 'msg_1', '--accept', 'late'], '--accept'],
    [['mail', 'wait', '--accept', 'late', 'msg_1'], '"late"'],
    [['mail', 'wait'], "'message-or-thread-id'"],
    [['mail', 'wait', 'msg_1', '--code'], '--code'],
    [['mail', 'wait', 'msg_1', '--from', 'shop.example'], '--from'],
    [['mail', 'wait', 'msg_1', '--codes-only'], '--codes-only'],
    [['mail', 'wait', '--code', '--accept', 'automated'], '--accept'],
    [['mail', 'wait', '--code', '--from', 'Shop <a@shop.example>'], '--from'],
    [['mail', 'wait', '--code', '--since', 'yesterday'], '--since'],
    [['vault', 'secrets', 'create'], '--name'],
    [['events', 'tail', '--since', 'yesterday'], '--since'],
    [['events', 'tail', '--form', 'now'], '--form'],
    [['webhooks', 'listen'], '--forward-to'],
    [[...listen, '127.0.0.1:3000/hook'], '--forward-to'],
    [[...listen, 'ftp://127.0.0.1/hook'], '--forward-to'],
    [[...listen, 'http://127.0.0.1/hook', '--since', 'now'], '--since'],
  ];
  for (const [args, named] of wrong) {
    const { code, errors } = await aid(args);
    expect({ args, code, errors }).toEqual({ args, code: 2, errors: expect.stringContaining(named) });
    expect(errors.trimEnd()).not.toContain('\n');
  }
});

test('--dry-run prints the request without a network and without the key', async () => {
  writeFileSync(join(folder, 'text.txt'), 'Your lamp is on its way.');
  const send = ['mail', 'send', '--agent', 'agt_1', '--to', 'ada@example.com', '--to', 'bob@example.com'];
  const more = ['--text-file', `${folder}/text.txt`, '--reply-all', 'false'];
  const { code, rows, output } = await aid([...send, ...more, '--dry-run']);
  expect(code).toBe(0);
  expect(rows).toEqual([
    {
      method: 'POST',
      url: 'http://127.0.0.1:1/v1/identities/agt_1/mail/send',
      body: { to: ['ada@example.com', 'bob@example.com'], text: 'Your lamp is on its way.', reply_all: false },
    },
  ]);
  expect(output).not.toContain('aid_org_none');
  const [{ body }] = (await aid([...send, '--text', '@ada', '--attach', `${folder}/text.txt`, '--dry-run'])).rows;
  expect(body).toMatchObject({ text: '@ada', attachments: [{ filename: 'text.txt', content_type: 'text/plain' }] });
});

test('A command that deletes or ends something asks on a terminal, and needs --yes without one', async () => {
  const remove = ['webhooks', 'delete', 'whk_1'];
  expect(await aid(remove)).toMatchObject({ code: 2, errors: expect.stringContaining('--yes') });
  const refused = await aid(remove, { isTerminal: true, typed: 'n' });
  expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining('whk_1? [y/N]') });
  for (const { destroys, command, arguments: ids } of ALL_OPERATIONS) {
    if (destroys !== true) continue;
    const ran = await aid([...command, ...ids.map(() => 'x')]);
    expect({ command, code: ran.code, errors: ran.errors }).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--yes'),
    });
  }
});

test('Without a service, a command fails with 1, and with --json the error is JSON', async () => {
  const { code, output, errors } = await aid(['whoami', '--json']);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(JSON.parse(errors)).toMatchObject({ error: { code: 'connection.failed', retryable: true } });
});

test('The secret of forwarded deliveries is the same at every start, in a file that its owner only can read', () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const { secret, path } = listenSecret(home, 'org_1');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(listenSecret(home, 'org_1')).toEqual({ secret, path });
  expect(listenSecret(home, 'org_2').secret).not.toBe(secret);
  expect(readdirSync(join(home, 'listen-secrets'))).toEqual(['org_1', 'org_2']);
  expect(() => listenSecret(home, '../org_3')).toThrow('../org_3');
});

test('Forwarded deliveries have the headers of real ones', () => {
  const secret = generateSigningSecret();
  const signed = { requestId: 'dlv_1', timestamp: 1_800_000_000, body: '{"id":"evt_1"}' };
  const {
    'user-agent': agent,
    'content-type': type,
    'x-aid-event-id': id,
    ...headers
  } = signedHeaders(secret, {
    ...signed,
    eventId: 'evt_1',
  });
  expect([agent, type, id]).toEqual([DELIVERY_USER_AGENT, 'application/json', 'evt_1']);
  expect(headers).toEqual({
    'x-aid-request-id': 'dlv_1',
    'x-aid-timestamp': '1800000000',
    'x-aid-signature': signatureHeader([secret], signed),
    'x-aid-signature-256': legacySignatureHeader(secret, signed.body),
    ...standardHeaders([secret], signed),
  });
});

test('The file with the keys can be read by its owner only, and a broken one is named', () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const profiles = new Profiles({}, home);
  expect(profiles.get('default')).toBeUndefined();
  profiles.set('default', { url: 'http://127.0.0.1:1', key: 'aid_org_x' });
  profiles.set('__proto__', { url: 'http://127.0.0.1:2', key: 'aid_org_y' });
  expect(statSync(profiles.path).mode & 0o777).toBe(0o600);
  expect(profiles.get('default')).toEqual({ url: 'http://127.0.0.1:1', key: 'aid_org_x' });
  expect(profiles.remove('default')).toBe(true);
  expect(profiles.remove('default')).toBe(false);
  writeFileSync(profiles.path, '{');
  expect(() => profiles.get('default')).toThrow(profiles.path);
});
