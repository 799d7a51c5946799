import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ALL_OPERATIONS } from '#clients/cli/src/operations.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const aid = commandLineIn(folder, { environment: { AID_URL: 'http://127.0.0.1:1', AID_KEY: 'aid_org_none' } });

const secrets = join(folder, 'secrets.json');
writeFileSync(secrets, '{"key":"aid_org_stolen"}');

/** Commands that change something, because only their requests can be printed without being sent. */
const CHANGING = ALL_OPERATIONS.filter(({ changes, options }) => changes === true && options.length > 0);

/** The library sends nothing else as a public key, so that it never sends a private one. */
const PUBLIC_KEY = Buffer.alloc(32, 1).toString('base64');

/** What a script passes on: a text of a stranger, alone or in JSON. */
const given = (name: string, kind: string) =>
  name === 'public_key'
    ? [PUBLIC_KEY]
    : kind === 'json'
      ? [JSON.stringify(`@${secrets}`)]
      : kind === 'boolean'
        ? ['true']
        : kind === 'number'
          ? ['1']
          : [`@${secrets}`];

test.each(CHANGING.map((operation) => [operation.command.join(' '), operation] as const))(
  'aid %s takes values as they are, also where one begins with @',
  async (_name, { command, arguments: ids, options, forAgent }) => {
    const values = options
      .filter(({ kind, values: known }) => kind !== 'files' && known === undefined)
      .flatMap(({ name, kind }) => [`--${name.replaceAll('_', '-')}`, ...given(name, kind)]);
    const known = options
      .filter(({ values: some }) => some !== undefined)
      .flatMap(({ name, values: some = [] }) => [`--${name.replaceAll('_', '-')}`, some[0] ?? '']);
    const agent = forAgent === undefined ? [] : ['--agent', 'agt_1'];
    const access = ['--url', 'http://127.0.0.1:1', '--key', 'aid_org_none'];
    const args = [...command, ...ids.map(() => 'agt_1'), ...values, ...known, ...agent, '--dry-run'];
    const { code, output, errors } = await aid([...access, ...args]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).not.toContain('stolen');
    if (values.some((value) => value.includes('@'))) expect(output).toContain(`@${secrets}`);
  },
);

const SEND = ['mail', 'send', '--agent', 'agt_1', '--dry-run', '--to', 'ada@example.com'];

test('A text and JSON come from a file by an option of their own', async () => {
  const text = join(folder, 'letter.txt');
  writeFileSync(text, 'Your lamp is on its way.');
  expect((await aid([...SEND, '--text-file', text])).rows).toMatchObject([
    { body: { text: 'Your lamp is on its way.' } },
  ]);
  const task = ['tasks', 'create', '--to-handle', 'ada', '--dry-run', '--metadata-file', secrets];
  expect((await aid(task)).rows).toMatchObject([{ body: { metadata: { key: 'aid_org_stolen' } } }]);
});

test('An option and its file cannot be combined, and a file that cannot be read is named', async () => {
  const both = await aid([...SEND, '--text', 'x', '--text-file', secrets]);
  expect(both).toMatchObject({ code: 2, errors: 'aid: --text and --text-file cannot be combined\n' });
  const missing = await aid([...SEND, '--text-file', join(folder, 'no-such-file')]);
  expect(missing).toMatchObject({ code: 2, errors: expect.stringContaining('--text-file: cannot read') });
});

test('A key of a file and a new organization cannot be combined', async () => {
  const { code, errors } = await aid(['login', '--new', 'Works', '--key-file', secrets]);
  expect({ code, errors }).toEqual({ code: 2, errors: 'aid: --key-file and --new cannot be combined\n' });
});

test('An option with several values does not take the argument behind it', async () => {
  const { rows } = await aid([
    'mail',
    'reply',
    '--agent',
    'agt_1',
    '--cc',
    'bob@example.com',
    'msg_1',
    '--text',
    'x',
    '--dry-run',
  ]);
  expect(rows).toMatchObject([{ body: { cc: ['bob@example.com'] } }]);
  expect(JSON.stringify(rows)).toContain('msg_1');
  const two = ['mail', 'send', '--agent', 'agt_1', '--to', 'ada@example.com', 'bob@example.com', '--dry-run'];
  expect(await aid(two)).toMatchObject({ code: 2, errors: expect.stringContaining('too many arguments') });
});

test('The help says once how a value comes from a file', async () => {
  const { output } = await aid(['mail', 'send', '--help']);
  expect(output.match(/--<option>-file/g)).toHaveLength(1);
  expect(output).not.toContain('--text-file');
});
