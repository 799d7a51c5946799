import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { readmeCommands, withoutOwnParts } from '#test/support/readme-commands.ts';
import { sharedStack } from '#testing/fixture.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const AID = join(ROOT, 'test', 'support', 'aid-on-a-terminal.ts');
const run = promisify(execFile);

test('The five minutes of the README are six commands, which print what the page shows', () =>
  withTemporaryFolder(async (folder) => {
    const { steps } = readmeCommands();
    expect(steps).toHaveLength(6);
    const env = {
      ...process.env,
      N: String(Math.floor(Date.now() / 1000)),
      AID_URL: sharedStack().baseUrl,
      AID_KEY: undefined,
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    };
    let email = '';
    for (const { command, shown } of steps) {
      const script = `aid() { "${process.execPath}" "${AID}" "$@"; }\n${command.replace('msg_…', email)}`;
      const runCommand = async () => {
        const { stdout } = await run('bash', ['-c', script], { env });
        expect(withoutOwnParts(stdout), command).toBe(withoutOwnParts(shown));
        return stdout;
      };
      if (!command.startsWith('aid mail list')) await runCommand();
      // The email is on its way. Its id is what a person copies from the list.
      else email = /msg_\w{26}/.exec(await eventually(runCommand))?.[0] ?? '';
    }
  }));

test('The function aid of the README runs the command line from the source', async () => {
  const { definition } = readmeCommands();
  const { stdout } = await run('bash', ['-c', `${definition}\naid --version`], { cwd: ROOT });
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(stdout).toBe(`${version}\n`);
});
