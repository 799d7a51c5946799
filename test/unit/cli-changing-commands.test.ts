import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HAND_COMMANDS } from '#clients/cli/src/hand-commands.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
let requests: unknown[][] = [];
let matched = 1;
const server = createServer(({ method, url, headers }, response) => {
  requests.push([`${method} ${url}`, headers['idempotency-key']]);
  const counts = { matched, replayed: matched, skipped: 0, pending: 0, delivered: matched, failed: 0 };
  const body = url?.endsWith('/recover')
    ? { recovery_id: 'rec_1', matched, next_since: null }
    : url?.includes('/recoveries/')
      ? { id: 'rec_1', state: 'done', ...counts }
      : { audiences: ['https://example.com'] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let aid: ReturnType<typeof commandLineIn>;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  aid = commandLineIn(folder, { environment: { AID_URL: url, AID_KEY: 'aid_org_x' } });
});
beforeEach(() => {
  requests = [];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Commands that only read or wait, or do more than change something at the service. */
const OTHERS: readonly string[] = [
  ...['commands', 'completion', 'doctor', 'events tail', 'local open', 'local reset', 'local start', 'login', 'logout'],
  ...['mail wait', 'mcp', 'open', 'run', 'token', 'trace', 'trigger', 'tunnel', 'webhooks listen', 'webhooks verify'],
  'whoami',
];

test('Every other command written by hand has --dry-run and --idempotency-key', () => {
  const changing = HAND_COMMANDS.filter(({ command }) => !OTHERS.includes(command.join(' ')));
  expect(changing.length).toBeGreaterThan(3);
  for (const { command, options } of changing) {
    const flags = options.map((option) => option.flags);
    expect(flags, command.join(' ')).toEqual(expect.arrayContaining(['--dry-run', '--idempotency-key <key>']));
  }
});

test('aid identity-tokens allow --dry-run reads the list and prints the request, and a key is sent with the change', async () => {
  const allow = ['identity-tokens', 'allow', '--audience', 'https://b.example'];
  const { rows } = await aid([...allow, '--dry-run']);
  expect(rows).toMatchObject([{ body: { audiences: ['https://example.com', 'https://b.example'] } }]);
  expect(requests.map(([request]) => String(request).split(' ')[0])).toEqual(['GET']);
  expect((await aid([...allow, '--idempotency-key', 'once'])).code).toBe(0);
  expect(requests.at(-1)?.[1]).toBe('once');
});

const RECOVER = ['webhooks', 'recover', 'whk_1', '--idempotency-key', 'once', '--since'];

test('aid webhooks recover with a key refuses a time that depends on when it runs, and shows the time to give', async () => {
  const { code, errors } = await aid([...RECOVER, '1h']);
  expect(code).toBe(2);
  const [, time = ''] =
    /needs a --since that is the same at each call: --since (\S+), and not 1h\n$/.exec(errors) ?? [];
  expect(Date.now() - Date.parse(time)).toBeGreaterThanOrEqual(3_600_000);
  expect(requests).toEqual([]);
  expect((await aid([...RECOVER, time])).code).toBe(0);
  expect(requests[0]).toEqual(['POST /v1/webhooks/whk_1/recover', 'once']);
});

test.each([
  [1, '1 delivery to replay.'],
  [2, '2 deliveries to replay.'],
])('aid webhooks recover of %d prints "%s"', async (count, line) => {
  matched = count;
  const { output } = await aid([...RECOVER, '2026-01-01T00:00:00.000Z'], { isTerminal: true });
  expect(output.split('\n')[0]).toBe(line);
});
