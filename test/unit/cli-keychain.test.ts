import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Keychain } from '#clients/cli/src/profile/keychain.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'clients', 'cli', 'src', 'aid.ts');
const WHO = { actor_type: 'user', actor_id: 'key_1', org_id: 'org_1', org_slug: 'acme', org_name: 'Acme' };
const root = mkdtempSync(join(tmpdir(), 'aid-keychain-'));
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(WHO));
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

/** A keychain in memory, the command line of a user who has it, and the text of the file with the profiles. */
function userWithKeychain() {
  const kept = new Map<string, string>();
  const keychain: Keychain = {
    get: (name) => kept.get(name),
    set: (name, secret) => void kept.set(name, secret),
    remove: (name) => void kept.delete(name),
  };
  const folder = mkdtempSync(join(root, 'home-'));
  const file = () => readFileSync(join(folder, 'config', 'aid', 'profiles.json'), 'utf8');
  return { kept, aid: commandLineIn(folder, { keychain }), file };
}

test('With --keychain the key is in the keychain and in no file, and is used from there', async () => {
  const { kept, aid, file } = userWithKeychain();
  expect(await aid(['login', '--url', url, '--key', 'aid_org_one', '--keychain'])).toMatchObject({ code: 0 });
  expect([...kept.values()]).toEqual(['aid_org_one']);
  expect(file()).not.toContain('aid_org_one');
  expect((await aid(['whoami'])).rows).toMatchObject([{ url, org_slug: 'acme' }]);
});

test('Each profile has its own key in the keychain, and logout removes only that one', async () => {
  const { kept, aid } = userWithKeychain();
  for (const name of ['one', 'two']) {
    await aid(['login', '--profile', name, '--url', url, '--key', `aid_org_${name}`, '--keychain']);
  }
  expect((await aid(['logout', '--profile', 'one'])).rows).toEqual([{ profile: 'one', removed: true }]);
  expect([...kept.values()]).toEqual(['aid_org_two']);
});

test('A login without --keychain takes the key out of the keychain', async () => {
  const { kept, aid, file } = userWithKeychain();
  await aid(['login', '--url', url, '--key', 'aid_org_one', '--keychain']);
  await aid(['login', '--url', url, '--key', 'aid_org_two']);
  expect(kept.size).toBe(0);
  expect(file()).toContain('aid_org_two');
});

test('A key that is gone from the keychain is an error that says so, and a given key is used all the same', async () => {
  const { kept, aid } = userWithKeychain();
  await aid(['login', '--url', url, '--key', 'aid_org_one', '--keychain']);
  kept.clear();
  const missing = await aid(['whoami']);
  expect(missing).toMatchObject({ code: 2, errors: expect.stringContaining('log in again') });
  expect(await aid(['whoami', '--key', 'aid_org_two'])).toMatchObject({ code: 0 });
});

test('A dry run prints the request without asking the keychain', async () => {
  const { kept, aid } = userWithKeychain();
  await aid(['login', '--url', url, '--key', 'aid_org_one', '--keychain']);
  kept.clear();
  const { code, rows, errors } = await aid(['agents', 'create', '--handle', 'ada', '--dry-run']);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(rows).toMatchObject([{ method: 'POST' }]);
});

test.runIf(process.platform === 'linux')(
  'Without a keychain in the system nothing is stored, and the error names the way out',
  async () => {
    const folder = mkdtempSync(join(root, 'home-'));
    const env = {
      ...process.env,
      XDG_CONFIG_HOME: folder,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'no-bus')}`,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    };
    const args = [PROGRAM, 'login', '--url', url, '--key', 'aid_org_one', '--keychain'];
    const { code, errors } = await new Promise<{ code: unknown; errors: string }>((resolve) => {
      execFile(process.execPath, args, { env }, (error, _output, errors) => resolve({ code: error?.code, errors }));
    });
    expect(errors).toMatch(/^aid: the system keychain cannot be used: .*without --keychain.*\n$/);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'aid', 'profiles.json'))).toBe(false);
  },
);
