import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { tree } from '#clients/cli/src/hand-commands.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';
import { typedIn } from '#test/support/typed-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-offline-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What needs no service, runs one, or is a server for others. */
const WITHOUT_SERVICE = [
  'commands',
  'completion',
  'local open',
  'local start',
  'logout',
  'mcp',
  'open',
  'webhooks verify',
];

/** What follows the log tries again until it is interrupted, because a service comes back. */
const UNTIL_INTERRUPTED = ['events tail', 'webhooks listen'];

test('Every command that needs the service fails without one, with 1 and one line that says so', async () => {
  // The pauses between attempts are a random part of their bound.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const aid = commandLineIn(folder, { environment: { AID_URL: 'http://127.0.0.1:1', AID_KEY: 'aid_org_none' } });
  const typed = typedIn(folder);
  const commands = tree().commands.filter(
    ({ command }) => !WITHOUT_SERVICE.includes(command) && !UNTIL_INTERRUPTED.includes(command),
  );
  const results = await Promise.all(
    commands.map(async (command) => {
      const { code, errors } = await aid(typed(command));
      return { command: command.command, code, errors };
    }),
  );
  expect(results.length).toBeGreaterThan(100);
  const wrong = results.filter(({ code, errors }) => code !== 1 || !/^aid: .*\n$/.test(errors));
  expect(wrong).toEqual([]);
});
