import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';
import { events, fakeService, json, result } from '#test/support/fake-mcp-service.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'clients', 'cli', 'src', 'aid.ts');
const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
const WAIT = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait_for_reply"}}\n';

/** The program in a process. It is killed at the end of the test. */
function start(url: string): { child: ChildProcessWithoutNullStreams; written: { stdout: string; stderr: string } } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, 'mcp'], {
    env: { PATH: process.env.PATH, AID_URL: url, AID_KEY: 'aid_agent_test', XDG_CONFIG_HOME: folder },
    cwd: folder,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  return { child, written };
}

function exitCode(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}

test('Without a key the command ends with 2, and says how to give one', async () => {
  const aid = commandLineIn(join(folder, 'none'), { environment: {} });
  const ran = await aid(['mcp'], { input: Readable.from([Buffer.from(PING)]) });
  expect(ran).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('aid login') });
});

test('The command serves its input to the end, with the options of the command line, and writes nothing else', async () => {
  const service = await fakeService((arrived, response) => result(response, arrived, { tools: [] }));
  const aid = commandLineIn(folder, { environment: { AID_URL: service.url, AID_KEY: 'aid_org_key' } });
  const input = Readable.from([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')]);
  const ran = await aid(['mcp', '--identity', 'ada', '--allow-commands', 'git', 'psql'], { input });
  expect(ran).toMatchObject({ code: 0, errors: '' });
  const [{ result: list }] = ran.rows;
  expect(list.tools).toMatchObject([
    { name: 'run_with_secret', inputSchema: { properties: { command: { enum: ['git', 'psql'] } } } },
  ]);
  expect(service.arrived).toMatchObject([
    { path: '/v1/mcp?toolsets=vault', headers: { authorization: 'Bearer aid_org_key', 'aid-identity': 'ada' } },
  ]);
});

test('The settings for clients in the README start the command', async () => {
  const readme = readFileSync(join(import.meta.dirname, '..', '..', 'clients', 'cli', 'README.md'), 'utf8');
  const settings = [...readme.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text = '']) => JSON.parse(text));
  const started = settings.flatMap(({ servers, mcpServers }) => (servers ?? mcpServers)?.aid ?? []);
  const toml = /command = "(.*)"\nargs = (\[.*\])/.exec(readme);
  const [, typed = ''] = /^claude mcp add aid -- (.*)$/m.exec(readme) ?? [];
  const [program, ...args] = typed.split(' ');
  const all = [...started, { command: toml?.[1], args: JSON.parse(toml?.[2] ?? '') }, { command: program, args }];
  expect(all).toHaveLength(4);
  const aid = commandLineIn(folder, { environment: { AID_URL: 'http://127.0.0.1:1', AID_KEY: 'aid_agent_test' } });
  for (const { command, args: given } of all) {
    expect([command, await aid(given)]).toMatchObject(['aid', { code: 0, output: '', errors: '' }]);
  }
});

test('The end of the input ends the program with 0 after the last response', async () => {
  const service = await fakeService((arrived, response) => result(response, arrived));
  const { child, written } = start(service.url);
  child.stdin.end(PING);
  expect(await exitCode(child)).toBe(0);
  expect(written).toEqual({ stdout: '{"jsonrpc":"2.0","id":1,"result":{}}\n', stderr: '' });
});

test('A client that closes the output ends the program without a word', async () => {
  const service = await fakeService((arrived, response) => result(response, arrived));
  const { child, written } = start(service.url);
  child.stdin.on('error', () => {});
  child.stdin.write(PING);
  await expect.poll(() => written.stdout).not.toBe('');
  child.stdout.destroy();
  child.stdin.write(PING);
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  expect(written.stderr).toBe('');
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the program while it waits, and takes back what it has asked',
  async (signal) => {
    const service = await fakeService((_arrived, response) => {
      events(response)({ jsonrpc: '2.0', method: 'notifications/progress', params: {} });
    });
    const { child, written } = start(service.url);
    child.stdin.write(WAIT);
    await expect.poll(() => written.stdout).toContain('notifications/progress');
    child.kill(signal);
    expect(await exitCode(child)).toBe(130);
    await service.arrived[0]?.left;
    expect(written.stderr).toBe('');
  },
);

test('What was not delivered is noted on standard error, without the key', async () => {
  const service = await fakeService((_arrived, response) =>
    json(response, { error: { code: 'auth.invalid_key', message: 'The key is unknown.' } }, 401),
  );
  const { child, written } = start(service.url);
  child.stdin.end('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  expect(await exitCode(child)).toBe(0);
  expect(written.stdout).toBe('');
  expect(written.stderr).toMatch(
    /^aid mcp: notifications\/initialized was not delivered: .*The key is unknown\..*aid login.*\n$/,
  );
  expect(written.stderr).not.toContain('aid_agent_test');
});
