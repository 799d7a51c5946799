import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { sharedStack } from '#testing/fixture.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const AID = join(ROOT, 'test', 'support', 'aid-on-a-terminal.ts');
const run = promisify(execFile);

/** The commands of the five minutes, each with the output that the page shows for it. */
async function commandsOfReadme(): Promise<{ command: string; shown: string }[]> {
  const page = await readFile(join(ROOT, 'README.md'), 'utf8');
  const start = page.indexOf('## Five minutes');
  const section = page.slice(start, page.indexOf('| Feature', start));
  const steps: { command: string; shown: string }[] = [];
  for (const [, language, text = ''] of section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const commands = text.split('\n').filter((line) => line.startsWith('aid '));
    if (language === 'sh') steps.push(...commands.map((command) => ({ command, shown: '' })));
    else Object.assign(steps.at(-1) ?? {}, { shown: text });
  }
  return steps;
}

/** Parts that differ from run to run: ids, times, folders, the number in the names, and the columns that follow. */
function normalize(text: string): string {
  return text
    .replace(/(https?:\/\/)[^;]+; the key is stored in \S+/g, '$1HOST; the key is stored in FILE.')
    .replace(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1_ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/-\d{6,10}(?!\d)…?/g, '-N')
    .replace(/ +/g, ' ')
    .trim();
}

test('The five minutes of the README are six commands, which print what the page shows', () =>
  withTemporaryFolder(async (folder) => {
    const steps = await commandsOfReadme();
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
        expect(normalize(stdout), command).toBe(normalize(shown));
        return stdout;
      };
      if (!command.startsWith('aid mail list')) await runCommand();
      // The email is on its way. Its id is what a person copies from the list.
      else email = /msg_\w{26}/.exec(await eventually(runCommand))?.[0] ?? '';
    }
  }));

test('The function aid of the README runs the command line from the source', async () => {
  const page = await readFile(join(ROOT, 'README.md'), 'utf8');
  const [line = ''] = /^aid\(\) .*$/m.exec(page) ?? [];
  const { stdout } = await run('bash', ['-c', `${line}\naid --version`], { cwd: ROOT });
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(stdout).toBe(`${version}\n`);
});
