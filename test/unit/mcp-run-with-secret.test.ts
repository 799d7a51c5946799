import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SecretRunner } from '#clients/cli/src/mcp/secret/run-with-secret.ts';
import { Aid } from '#clients/typescript/src/index.ts';
import { estimateTokens } from '#functions/http/mcp/results/tokens.ts';
import { bridgeWithSecret, SECRET } from '#test/support/bridge-with-secret.ts';
import { fakeService, json } from '#test/support/fake-mcp-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const setUp = (value?: unknown, programs?: readonly string[]) => bridgeWithSecret(folder, value, programs);

/** Every line that has a secret in it, or a word of the programs below. */
const SHOWN = ['*[redacted]*'];

test('A program reads the secret from its environment, and the lines that are named are returned without it', async () => {
  const { run, asked } = await setUp();
  const program = `
    const { PGPASSWORD: s, AID_KEY } = process.env;
    console.log(s.length, AID_KEY, s, encodeURIComponent(s), JSON.stringify({ s }));
    console.error(Buffer.from('ada:' + s).toString('base64'), Buffer.from(s).toString('hex'));
    for (const half of s) process.stdout.write(half);
    process.exitCode = 3;`;
  const { content, structuredContent, isError } = await run(program, { purpose: 'to look', show_lines: SHOWN });
  const stdout = `${SECRET.length} undefined [redacted] [redacted] {"s":"[redacted]"}\n[redacted]\n`;
  expect(isError).toBeUndefined();
  expect(structuredContent).toEqual({
    exit_code: 3,
    timed_out: false,
    stdout,
    stderr: expect.stringMatching(/^YWRhO\[redacted\]=* \[redacted\]\n$/),
    stdout_bytes: expect.any(Number),
    stderr_bytes: expect.any(Number),
  });
  expect(content).toEqual([{ type: 'text', text: expect.stringContaining(`Exit code: 3.\nstdout:\n${stdout}`) }]);
  expect(asked).toMatchObject([
    ['/v1/vault/leases', { secret_id: 'sec_1', max_uses: 1, purpose: 'to look' }],
    ['/v1/vault/leases/lse_1/redeem', { lease_token: 'token' }],
  ]);
});

test('Without a pattern a model gets the exit code and the sizes, however a program prints the secret', async () => {
  const { run } = await setUp();
  const { content, structuredContent } = await run(
    "console.log([...process.env.PGPASSWORD].reverse().join(' ')); console.error('12345')",
  );
  const bytes = structuredContent?.stdout_bytes;
  expect(bytes).toBeGreaterThan(SECRET.length);
  expect(structuredContent).toEqual({
    exit_code: 0,
    timed_out: false,
    stdout: '',
    stderr: '',
    stdout_bytes: bytes,
    stderr_bytes: 6,
  });
  const text = `Exit code: 0.\nstdout: ${bytes} bytes, not shown.\nstderr: 6 bytes, not shown.`;
  expect(content).toEqual([{ type: 'text', text }]);
});

test('Only whole lines that a pattern names are returned', async () => {
  const { run } = await setUp();
  const program = "console.log('Total: 3\\nTotals: 4\\nthe Total: 5\\n' + process.env.PGPASSWORD)";
  const { structuredContent } = await run(program, { show_lines: ['Total: *', 'absent'] });
  expect(structuredContent).toMatchObject({ stdout: 'Total: 3\n', stderr: '' });
});

test('The arguments are not read by a shell', async () => {
  const { run } = await setUp();
  const marker = join(folder, 'marker');
  const args = ['-p', 'process.argv.slice(1).join()', '--', '$PGPASSWORD', `; touch ${marker}`, '`id`'];
  const { structuredContent } = await run('', { args, show_lines: ['$PGP*'] });
  expect(structuredContent?.stdout).toBe(`$PGPASSWORD,; touch ${marker},\`id\`\n`);
});

test('Of a secret that is an object, the program gets JSON or one field, and every text in it is kept out', async () => {
  const { run } = await setUp({ user: 'ada-lovelace', password: 'enchantress', port: 5_432, nested: ['of-numbers'] });
  const whole = await run(
    'const v = process.env.PGPASSWORD; console.log(v, JSON.parse(v).nested[0], JSON.parse(v).port)',
    { show_lines: SHOWN },
  );
  expect(whole.structuredContent?.stdout).toBe('[redacted] [redacted] [redacted]\n');
  const field = await run('console.log(process.env.PGPASSWORD.length, "ada-lovelace", "enchantress")', {
    field: 'password',
    show_lines: SHOWN,
  });
  expect(field.structuredContent?.stdout).toBe('11 [redacted] [redacted]\n');
  expect((await run('', { field: 'absent' })).isError).toBe(true);
});

test.each(['abc', '  x  ', 'y'.repeat(20_000)])(
  'Output is withheld where the secret cannot be looked for in it',
  async (secret) => {
    const { run } = await setUp(secret);
    const { structuredContent } = await run('console.log(process.env.PGPASSWORD); console.error(1)', {
      show_lines: SHOWN,
    });
    expect(structuredContent).toMatchObject({
      exit_code: 0,
      stdout: expect.stringMatching(/^\[withheld/),
      stderr: expect.stringMatching(/^\[withheld/),
    });
  },
);

test('Output is withheld where one value that the program gets is too short, and a longer field is not', async () => {
  const { run } = await setUp({ user: 'ada', pin: 123, token: 'enchantress', note: '' });
  const program = 'console.log(process.env.PGPASSWORD)';
  for (const others of [{}, { field: 'user' }, { field: 'pin' }]) {
    const { structuredContent, content } = await run(program, { ...others, show_lines: SHOWN });
    expect(structuredContent?.stdout).toMatch(/^\[withheld: .* use the field argument /);
    expect(content[0]?.text).not.toMatch(/ada|123/);
  }
  expect((await run(program, { field: 'token', show_lines: SHOWN })).structuredContent?.stdout).toBe('[redacted]\n');
});

test('A long output is cut, and holds no part of the secret where it is cut', async () => {
  const { run } = await setUp('0123456789abcdefghijklmnopqrstuvwxyz');
  const { structuredContent } = await run(
    "for (let i = 0; i < 20000; i += 1) process.stdout.write(process.env.PGPASSWORD + (i % 40 ? '\\0' : '\\n'))",
    { show_lines: SHOWN },
  );
  const stdout = String(structuredContent?.stdout);
  expect(Buffer.byteLength(stdout)).toBeLessThan(8_100);
  expect(stdout).toMatch(/characters omitted/);
  expect(stdout.replace(/\[… \d+ characters omitted …\]/, '')).not.toMatch(/[0-9]|abc|xyz/);
});

test('The result has at most 10,000 tokens as text and as structure, and each output has at least half of it', async () => {
  const { run } = await setUp();
  const noise = (from: number) =>
    `process[to].write(Array.from({ length: 20000 }, (_, i) => (i % 400 ? '' : '\\nrow ') + String.fromCodePoint(${from} + i * 7)).join(''))`;
  const { content, structuredContent } = await run(
    `for (const to of ['stdout', 'stderr']) { ${noise(0x1_0000)}; ${noise(0x20)} }`,
    { show_lines: ['row *'] },
  );
  for (const form of [content[0]?.text ?? '', JSON.stringify(structuredContent)]) {
    expect(Buffer.byteLength(form)).toBeLessThan(10_000);
    expect(estimateTokens(form)).toBeLessThan(10_000);
  }
  const row = (letter: string) => `${letter.repeat(499)}\n`;
  const small = await run(
    `for (const [to, row, n] of [['stdout', 'x', 12], ['stderr', 'y', 4]]) process[to].write((row.repeat(499) + '\\n').repeat(n))`,
    { show_lines: ['xxx*', 'yyy*'] },
  );
  expect(small.structuredContent).toMatchObject({ stdout: row('x').repeat(12), stderr: row('y').repeat(4) });
});

test.each([
  [{ command: 'sh' }, /sh is not allowed\. Allowed programs: /],
  [{ command: undefined }, /command is missing/],
  [{ secret_id: 7 }, /secret_id is missing, or not a string/],
  [{ environment_variable: 'A=B' }, /A=B is not a valid variable name/],
  [{ environment_variable: 'A B' }, /not a valid variable name/],
  ...[
    ...['LD_PRELOAD', 'ld_preload', 'DYLD_INSERT_LIBRARIES', 'PATH', 'Path', 'HOME', 'NODE_OPTIONS', 'PYTHONPATH'],
    ...['BASH_ENV', 'ENV', 'IFS', 'GIT_SSH_COMMAND', 'GIT_CONFIG_KEY_0', 'GIT_EXTERNAL_DIFF', 'EDITOR', 'GIT_PAGER'],
    ...['PERL5OPT', 'RUBYOPT', 'JAVA_TOOL_OPTIONS', 'SSH_ASKPASS', 'PSQLRC', 'KUBECONFIG', 'HTTPS_PROXY', 'AID_URL'],
    ...['AWS_CONFIG_FILE', 'NODE_EXTRA_CA_CERTS', 'npm_config_script_shell', 'MAKEFLAGS', 'LESSOPEN', 'AID_KEY'],
  ].map((name): [object, RegExp] => [
    { environment_variable: name },
    new RegExp(`^run_with_secret: ${name} changes how programs run, .* for example PGPASSWORD\\.$`),
  ]),
  [{ args: 'x' }, /args must be a list of strings/],
  [{ args: [1] }, /args must be a list of strings/],
  [{ args: ['\0'] }, /args must be a list of strings/],
  [{ timeout_seconds: 0 }, /timeout_seconds must be a number from 1 to 600/],
  [{ timeout_seconds: 'soon' }, /timeout_seconds/],
  [{ show_lines: 'x' }, /show_lines must be a list of strings/],
  [{ show_lines: ['*'] }, /"\*" would show every line\. A pattern needs at least 3 characters/],
  [{ show_lines: ['abc', ' * a'] }, /would show every line/],
  [{ show_lines: Array(6).fill('Total: *') }, /at most 5 patterns of 200 characters/],
  [{ show_lines: ['x'.repeat(201)] }, /at most 5 patterns of 200 characters/],
  [{ inject: 'file' }, /inject must be environment or proxy/],
  [{ host: 'api.example.com' }, /host has no meaning without inject: proxy/],
  [{ header: 'X-Key: {{value}}' }, /header has no meaning without inject: proxy/],
  [{ basic: 'ada:{{value}}', inject: 'environment' }, /basic has no meaning without inject: proxy/],
  [{ inject: 'proxy', header: 'X-Key' }, /header: \{\{value\}\} is missing/],
  [{ inject: 'proxy', header: 'X-Key: {{value}}', basic: 'a:{{value}}' }, /header and basic cannot be combined/],
])('The arguments %j are refused, and no secret is leased', async (others, message) => {
  const { run, asked } = await setUp();
  const { isError, content } = await run('', others);
  expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(message)]);
  expect(asked).toEqual([]);
});

test('A program that does not exist, and a secret that does not, are errors that name them', async () => {
  const program = join(folder, 'no-such-program');
  const { run } = await setUp(SECRET, [program, process.execPath]);
  expect((await run('', { command: program })).content[0]?.text).toMatch(/no-such-program cannot be started: ENOENT/);
  const empty = await fakeService((_arrived, response) =>
    json(response, { error: { code: 'vault.secret_not_found', message: 'There is no such secret.' } }, 404),
  );
  const client = new Aid({ url: empty.url, key: 'aid_agent_test', maxRetries: 0 });
  const options = {
    client,
    programs: ['x'],
    environment: {},
    folder,
    identityId: async () => undefined,
    privateKey: undefined,
  };
  const call = await new SecretRunner(options).call(
    { secret_id: 'sec_2', command: 'x', environment_variable: 'X' },
    new AbortController().signal,
  );
  expect(call).toEqual({
    isError: true,
    content: [
      { type: 'text', text: expect.stringMatching(/^run_with_secret: There is no such secret\. Check the ids/) },
    ],
  });
});

test('The list of tools has the program in place of those that show a secret, which cannot be called', async () => {
  const { bridge, service } = await setUp();
  const { result: list } = await bridge.request('tools/list');
  expect((list as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual([
    'whoami',
    'list_secrets',
    'run_with_secret',
  ]);
  for (const name of ['create_lease', 'redeem_lease']) {
    expect(await bridge.call(name)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('use run_with_secret') }],
    });
  }
  expect(service.arrived).toHaveLength(1);
});

test('On a page of the list that is not the last one, the program is not listed', async () => {
  const { bridge } = await setUp();
  const { result: page } = await bridge.request('tools/list', { nextCursor: 'more' });
  expect(JSON.stringify(page)).not.toContain('run_with_secret');
});

test('The result of the program has the type that the revision 2026-07-28 wants', async () => {
  const { bridge } = await setUp();
  const { result: outcome } = await bridge.request('tools/call', {
    name: 'run_with_secret',
    arguments: {},
    _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  });
  expect(outcome).toMatchObject({ resultType: 'complete', isError: true });
});
