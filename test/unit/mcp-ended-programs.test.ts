import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bridgeWithSecret } from '#test/support/bridge-with-secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that starts another one, which holds its output open, and writes the ids of both. */
const FAMILY = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  require('node:fs').writeFileSync('pids', process.pid + ' ' + child.pid);`;

async function expectNoneLeft(): Promise<void> {
  for (const pid of readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number)) {
    await expect.poll(() => isRunning(pid)).toBe(false);
  }
}

function isRunning(pid: number): boolean {
  try {
    // A process that has ended and was not waited for has the state Z.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('What a program has left running is ended with it', async () => {
  const { run } = await bridgeWithSecret(folder);
  const { structuredContent } = await run(`${FAMILY} child.unref(); console.log('done'); process.exit(0)`, {
    show_lines: ['done'],
  });
  expect(structuredContent).toMatchObject({ exit_code: 0, stdout: 'done\n' });
  await expectNoneLeft();
});

test('A program that takes too long is ended with what it has started, and its output so far is returned', async () => {
  const { run } = await bridgeWithSecret(folder);
  const { structuredContent } = await run(
    `process.on('SIGTERM', () => {}); ${FAMILY} console.log(process.env.PGPASSWORD); setInterval(() => {}, 1000)`,
    { timeout_seconds: 1, show_lines: ['[redacted]'] },
  );
  expect(structuredContent).toMatchObject({ timed_out: true, stdout: '[redacted]\n', stderr: '', stderr_bytes: 0 });
  await expectNoneLeft();
});

test('A cancelled call ends its program', async () => {
  const { bridge } = await bridgeWithSecret(folder);
  writeFileSync(join(folder, 'pids'), '');
  void bridge.request(
    'tools/call',
    {
      name: 'run_with_secret',
      arguments: {
        secret_id: 'sec_1',
        command: process.execPath,
        args: ['-e', `${FAMILY} setInterval(() => {}, 1000)`],
        environment_variable: 'X',
      },
    },
    1,
  );
  await expect.poll(() => readFileSync(join(folder, 'pids'), 'utf8')).toMatch(/ /);
  bridge.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  bridge.input.end();
  await bridge.ended;
  expect(bridge.written).toEqual([]);
  await expectNoneLeft();
});
