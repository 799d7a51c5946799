import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { tree } from '#clients/cli/src/hand-commands.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

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

/** The arguments of commands by hand, of which the tree does not say what is needed. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  'local reset': ['--yes'],
  'mail wait': ['msg_1', '--timeout', '1'],
  trigger: ['mail.received'],
  tunnel: ['9'],
};

const file = join(folder, 'file.txt');
writeFileSync(file, 'x');
const VALUES: Readonly<Record<string, string>> = { number: '1', json: '{}', path: file, files: file };

/** A command as it can be typed, with a value for everything that it needs. */
function typed(described: ReturnType<typeof tree>['commands'][number]): readonly string[] {
  const { command, arguments: ids, options } = described;
  const byHand = BY_HAND[command];
  if (byHand !== undefined) return [...command.split(' '), ...byHand];
  const needed = options.flatMap((option) => {
    const { flags, required, values } = option as { flags: string; required?: true; values?: readonly string[] };
    const [, flag = '', kind = 'text'] = /^(--\S+)(?: <(\w+)>)?/.exec(flags) ?? [];
    return required === true ? [flag, values?.[0] ?? VALUES[kind] ?? 'x'] : [];
  });
  const rest = described as { agent?: true; needs_yes?: true };
  return [
    ...command.split(' '),
    ...ids.map(() => 'agt_1'),
    ...needed,
    ...(rest.agent ? ['--agent', 'agt_1'] : []),
    ...(rest.needs_yes ? ['--yes'] : []),
  ];
}

test('Every command that needs the service fails without one, with 1 and one line that says so', async () => {
  // The pauses between attempts are a random part of their bound.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const aid = commandLineIn(folder, { environment: { AID_URL: 'http://127.0.0.1:1', AID_KEY: 'aid_org_none' } });
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
