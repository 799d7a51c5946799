import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tree } from '#clients/cli/src/hand-commands.ts';
import { ALL_OPERATIONS } from '#clients/cli/src/operations.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';
import { typedIn } from '#test/support/typed-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
/** Clears a screen, colors in two ways, reverses the order of what follows, and begins lines like a field. */
const HOSTILE = '\u001b[2J\u009b31m\u202e\u2067\u061cMARK\r\nforged  x\u2028forged  y\n\u0007\u007f';
const NAMES = ['handle', 'name', 'display_name', 'email_address', 'domain', 'url', 'type', 'subject', 'status', 'text'];
const ROW = {
  id: HOSTILE,
  ...Object.fromEntries(NAMES.map((name) => [name, HOSTILE])),
  from: [{ address: HOSTILE, name: HOSTILE }],
  headers: { [HOSTILE]: HOSTILE },
  [HOSTILE]: HOSTILE,
};
/** Returns hostile texts in every field, below any name that a list may have, or as an error. */
const server = createServer(({ headers, url = '' }, response) => {
  const isRefused = headers.authorization === 'Bearer aid_org_refused';
  const { pathname } = new URL(url, 'http://x');
  const words = pathname.split('/').flatMap((word) => [word, word.replaceAll('-', '_'), word.split('-').at(-1) ?? '']);
  const lists = Object.fromEntries([...words, 'agents'].map((name) => [name, [ROW]]));
  const error = { code: HOSTILE, message: HOSTILE, request_id: HOSTILE };
  response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isRefused ? { error } : { ...ROW, ...lists }));
});
let environment: Record<string, string> = {};

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  environment = { AID_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, AID_KEY: 'aid_org_x' };
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

const OBEYED = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const names = new Set(ALL_OPERATIONS.map(({ command }) => command.join(' ')));

test('No command prints a character that a terminal obeys, or a line that a text has begun, in results and errors', async () => {
  const aid = commandLineIn(folder);
  const typed = typedIn(folder);
  const ways = [
    { args: [], isTerminal: true },
    { args: ['--json'], isTerminal: true },
    { args: ['--key', 'aid_org_refused'], isTerminal: true },
    { args: ['--key', 'aid_org_refused', '--json'], isTerminal: true },
  ];
  let marked = 0;
  for (const command of tree().commands.filter((one) => names.has(one.command))) {
    for (const { args, isTerminal } of ways) {
      const { output, errors } = await aid([...typed(command), ...args], { environment, isTerminal });
      for (const text of [output, errors]) {
        expect(text, command.command).not.toMatch(OBEYED);
        expect(text, command.command).not.toMatch(/^forged/m);
      }
      if ((output + errors).includes('MARK')) marked += 1;
    }
  }
  // Almost every command has printed what the service sent, in each of the ways.
  expect(marked).toBeGreaterThan(names.size * ways.length * 0.9);
});
