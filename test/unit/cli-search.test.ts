import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
let searched: Record<string, string>[] = [];
const server = createServer(({ url = '' }, response) => {
  searched.push(Object.fromEntries(new URL(url, 'http://x').searchParams));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[],"next":null}');
});
let aid: ReturnType<typeof commandLineIn>;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  aid = commandLineIn(folder, { environment: { AID_URL: url, AID_KEY: 'aid_agt_x' } });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  [['lamp', '-draft'], 'lamp -draft'],
  [['-draft', 'lamp', '--kind', 'mail', '-old'], '-draft lamp -old'],
  [['-from:ada lamp'], '-from:ada lamp'],
  [['-help', '-V', '-7'], '-help -V -7'],
  [['--kind', 'mail', '--', '--draft', '-h', '--json'], '--draft -h --json'],
  [['lamp', '-draft', '--', '--json', '--'], 'lamp -draft --json --'],
  [['lamp', '--has-attachment', '-draft'], 'lamp -draft'],
])('The words %j are the query "%s"', async (words, q) => {
  searched = [];
  expect(await aid(['search', ...words])).toMatchObject({ code: 0, errors: '' });
  expect(searched).toEqual([expect.objectContaining({ q })]);
});

test('A word that begins with -- and is no option is an error that says where it is a word', async () => {
  searched = [];
  expect(await aid(['search', 'lamp', '-draft', '--kidn', 'mail'])).toMatchObject({
    code: 2,
    errors:
      "aid: unknown option '--kidn' (Did you mean --kind?); words that begin with -- go behind a --: aid search -- '<words>'; see --help\n",
  });
  expect(await aid(['search', '--'])).toMatchObject({ code: 2, errors: expect.stringContaining("'words'") });
  expect(searched).toEqual([]);
});

test('The help of the search has the syntax of its words, also after a word', async () => {
  for (const args of [['--help'], ['-h'], ['-draft', '-h']]) {
    const { code, output } = await aid(['search', ...args]);
    expect(code).toBe(0);
    expect(output.replace(/\s+/g, ' ')).toContain('words, `"phrases"`, `prefix*`, `-excluded`, and operators such as');
    expect(output).toContain("aid search --agent ada -- '--draft lamp'");
  }
});

test('An option that is true or false does not take a word of the query', async () => {
  expect(await aid(['search', '--has-attachment', 'lamp', 'draft'])).toMatchObject({
    code: 2,
    errors: 'aid: --has-attachment: expected true or false, got "lamp"\n',
  });
});
