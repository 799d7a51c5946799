import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tree } from '#clients/cli/src/hand-commands.ts';
import { Profiles } from '#clients/cli/src/profile/profiles.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

const KEY = 'aid_org_of_the_other_login';
const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
const aid = commandLineIn(folder);
/** The authorization of each request that reached the other origin. */
let received: (string | undefined)[] = [];
const server = createServer((request, response) => {
  received.push(request.headers.authorization);
  response.writeHead(404).end();
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profiles = new Profiles({ XDG_CONFIG_HOME: join(folder, 'config') }, folder);
  profiles.set('default', { url: 'http://127.0.0.1:1', key: KEY, who: { org_slug: 'works' } });
});
beforeEach(() => {
  received = [];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** What each command needs in addition to ids, so that it gets as far as its request. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  login: ['--new', 'Works'],
  open: ['--print'],
  'local open': ['--print'],
  'mail wait': ['--timeout', '1'],
  trigger: [],
  'webhooks listen': ['--forward-to', 'http://127.0.0.1:1/hook'],
};
const ARGUMENTS: Readonly<Record<string, string>> = { '<port>': '1', '<event-type>': 'a2a.task.created' };
const OWN = new Set(['local start', 'local reset', 'webhooks verify', 'commands', 'completion', 'logout']);

const commands = tree().commands.filter(({ command }) => !OWN.has(command));

test.each(commands.map((described) => [described.command, described] as const))(
  'aid %s does not send a stored key to another origin',
  async (command, { arguments: ids, options }) => {
    const required = options.flatMap(({ flags, ...rest }) =>
      'required' in rest ? [flags.split(' ')[0] ?? '', flags.endsWith('<number>') ? '1' : '"x"'] : [],
    );
    const args = [...ids.map((id) => ARGUMENTS[id] ?? 'x'), ...required, ...(MORE[command] ?? [])];
    for (const isOption of [true, false]) {
      const access = isOption ? ['--url', url] : [];
      const environment: Record<string, string> = isOption ? {} : { AID_URL: url };
      const signal = AbortSignal.timeout(5_000);
      const { errors } = await aid([...access, ...command.split(' '), ...args, '--yes'].filter(isKnown(command)), {
        environment,
        signal,
      });
      expect({ command, errors, keys: received.filter((value) => value?.includes(KEY)) }).toMatchObject({ keys: [] });
    }
  },
);

/** Only commands that destroy have `--yes`. */
function isKnown(command: string) {
  const { needs_yes } = (commands.find((one) => one.command === command) ?? {}) as { needs_yes?: boolean };
  return (arg: string) => arg !== '--yes' || needs_yes === true;
}

test('The error says for which address the key is, and what to do', async () => {
  const { code, errors } = await aid(['events', 'list', '--url', url]);
  expect(code).toBe(2);
  expect(errors).toBe(
    `aid: the key of the profile default is for http://127.0.0.1:1, and not for ${url}: set --key or AID_KEY, or run aid login --url ${url} --profile <name>\n`,
  );
  expect(received).toEqual([]);
});

test('Another path of the same origin, and a key that is given, are accepted', async () => {
  await aid(['whoami', '--url', url, '--key', 'aid_org_given']);
  expect(received).toEqual(['Bearer aid_org_given']);
  expect((await aid(['whoami', '--url', 'http://127.0.0.1:1/'])).errors).toContain('127.0.0.1:1');
});
