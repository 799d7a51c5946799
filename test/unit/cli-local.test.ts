import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { checkoutFolder, rememberCheckout } from '#clients/cli/src/local/checkout.ts';
import { REPOSITORY } from '#shared/domain/stage/release.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

const root = mkdtempSync(join(tmpdir(), 'aid-local-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const AID = join(import.meta.dirname, '..', '..', 'clients', 'cli', 'src', 'aid.ts');
const newFolder = () => mkdtempSync(join(root, 'folder-'));

/** A folder that has the form of the project, with a program in the place of `npm start`. */
function makeCheckout(program = ''): string {
  const folder = newFolder();
  for (const inner of ['scripts', 'local']) mkdirSync(join(folder, inner));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'aid' }));
  writeFileSync(join(folder, 'local', 'start.ts'), '');
  writeFileSync(join(folder, 'scripts', 'run.mjs'), program);
  return folder;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('The source is found where it is named, around the current folder, or where it was last', () => {
  const [one, two, state, other] = [makeCheckout(), makeCheckout(), newFolder(), newFolder()];
  const inner = join(one, 'local');
  expect(checkoutFolder(state, two, inner)).toBe(two);
  expect(checkoutFolder(state, undefined, inner)).toBe(one);
  expect(() => checkoutFolder(state, undefined, other)).toThrow(/git clone .* aid local start --folder/);
  expect(() => checkoutFolder(state, undefined, other)).toThrow(`git clone ${REPOSITORY}.git aid, `);
  expect(() => checkoutFolder(state, other, inner)).toThrow(/^--folder: /);
  rememberCheckout(state, two);
  expect(checkoutFolder(state, undefined, other)).toBe(two);
  rmSync(two, { recursive: true });
  expect(() => checkoutFolder(state, undefined, other)).toThrow(/git clone/);
});

test('A folder of another project is no source of the service', () => {
  const folder = makeCheckout();
  for (const text of ['{"name":"other"}', 'no JSON']) {
    writeFileSync(join(folder, 'package.json'), text);
    expect(() => checkoutFolder(newFolder(), folder, folder)).toThrow(/^--folder: /);
  }
});

test('aid local start runs the start of the source with the environment, and shows what it prints', async () => {
  const folder = makeCheckout('console.log(process.argv.slice(2).join(), process.env.AID_PORT); console.error("x")');
  const aid = commandLineIn(newFolder(), { environment: { AID_PORT: '8123' } });
  expect(await aid(['local', 'start', '--folder', folder])).toEqual(
    expect.objectContaining({ code: 0, output: `${join('local', 'start.ts')} 8123\n`, errors: 'x\n' }),
  );
});

test('aid local start fails with the service, and Ctrl-C lets the service end first', async () => {
  const failing = await commandLineIn(newFolder())(['local', 'start', '--folder', makeCheckout('process.exit(3)')]);
  expect(failing).toMatchObject({ code: 1, errors: 'aid: the service has exited: exit code 3\n' });
  const stopped = new AbortController();
  const program = `
    process.on('SIGTERM', () => { console.log('saved'); process.exit(0); });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const running = await commandLineIn(newFolder())(['local', 'start', '--folder', makeCheckout(program)], {
    signal: stopped.signal,
    onOutput: (text) => {
      if (text.includes('ready')) stopped.abort();
    },
  });
  expect(running).toMatchObject({ code: 130, output: 'ready\nsaved\n', errors: '' });
});

test('aid local reset asks, empties the service, and ends when it is there again', async () => {
  let asked = 0;
  let resets = 0;
  const url = await serve((request, response) => {
    if (request.method === 'POST') resets += 1;
    // At first the old data is still there, then the service is on its way down.
    else asked += 1;
    const isDown = request.method === 'GET' && asked === 2;
    response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ organizations: asked > 2 ? [] : [{ slug: 'acme' }] }));
  });
  const aid = commandLineIn(newFolder(), { environment: { AID_URL: url } });
  expect(await aid(['local', 'reset'])).toMatchObject({ code: 2, errors: expect.stringContaining('--yes') });
  expect(await aid(['local', 'reset'], { isTerminal: true, typed: 'n' })).toMatchObject({ code: 2 });
  expect(resets).toBe(0);
  expect((await aid(['local', 'reset', '--yes'])).rows).toEqual([{ url, reset: true }]);
  expect([resets, asked]).toEqual([1, 3]);
});

test('What only a service on this machine can do is refused for any other', async () => {
  const aid = commandLineIn(newFolder(), { environment: { AID_URL: 'https://aid.example.com' } });
  for (const command of ['reset', 'open']) {
    const { code, errors } = await aid(['local', command, '--yes'].slice(0, command === 'reset' ? 3 : 2));
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('https://aid.example.com is not') });
  }
});

test('aid open --print prints the address of the console, at the organization of the stored key while it is valid', async () => {
  const who = { actor_type: 'user', actor_id: 'key_1', org_id: 'org_1', org_slug: 'acme', org_name: 'Acme' };
  let status = 200;
  const url = await serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? who : { error: { code: 'auth.invalid_key', message: 'unknown' } }));
  });
  const aid = commandLineIn(newFolder());
  await aid(['login', '--url', url, '--key', 'aid_org_one']);
  for (const [now, address] of [
    [200, `${url}/#/acme`],
    [503, `${url}/#/acme`],
    // The organization is gone with its keys: the page itself lists those that there are.
    [401, `${url}/`],
  ] as const) {
    status = now;
    expect((await aid(['open', '--print'])).rows, String(now)).toEqual([{ url: address }]);
    expect((await aid(['local', 'open', '--print'])).rows, String(now)).toEqual([{ url: address }]);
  }
  const other = await aid(['open', '--print', '--url', 'http://127.0.0.1:1']);
  expect(other.rows).toEqual([{ url: 'http://127.0.0.1:1/' }]);
});

test.runIf(process.platform === 'linux')(
  'aid open has the system open the address, and says if it cannot',
  async () => {
    const folder = newFolder();
    const opened = join(folder, 'opened');
    const opener = join(folder, 'xdg-open');
    const install = (script: string) => {
      writeFileSync(opener, `#!/bin/sh\n${script}\n`);
      chmodSync(opener, 0o755);
    };
    const aid = commandLineIn(newFolder(), {
      environment: { AID_URL: 'http://127.0.0.1:1', PATH: `${folder}${delimiter}${process.env.PATH}` },
    });
    install(`printf %s "$1" > "${opened}"`);
    expect(await aid(['open'])).toMatchObject({ code: 0, output: '{"url":"http://127.0.0.1:1/"}\n' });
    expect(readFileSync(opened, 'utf8')).toBe('http://127.0.0.1:1/');
    install('exit 3');
    expect(await aid(['open'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('open it yourself'),
    });
    rmSync(opener);
    const missing = await aid(['open'], { environment: { PATH: folder } });
    expect(missing).toMatchObject({ code: 1, errors: expect.stringContaining('ENOENT') });
    expect(existsSync(opener)).toBe(false);
  },
);

test.runIf(process.platform === 'linux')(
  'A program of its own waits for the system to open the address, and succeeds',
  async () => {
    const folder = newFolder();
    const opener = join(folder, 'xdg-open');
    writeFileSync(opener, `#!/bin/sh\nsleep 0.3\n`);
    chmodSync(opener, 0o755);
    for (const command of [['open'], ['local', 'open']]) {
      const program = spawn(process.execPath, [AID, ...command], {
        env: {
          PATH: `${folder}${delimiter}${process.env.PATH}`,
          XDG_CONFIG_HOME: folder,
          AID_URL: 'http://127.0.0.1:1',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let errors = '';
      program.stderr.setEncoding('utf8').on('data', (text: string) => {
        errors += text;
      });
      const [code] = await once(program, 'close');
      expect({ command, code, errors }).toEqual({ command, code: 0, errors: '' });
    }
  },
);
