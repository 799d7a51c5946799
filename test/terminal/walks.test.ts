import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { normalized, onSharedStack, stepsOf } from '../support/page-steps.ts';
import { readmeCommands, withoutOwnParts } from '../support/readme-commands.ts';
import { Shell, type Shown } from './support/shell.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A shell, with a folder for what its command line stores. */
async function openShell(cwd: string, home: string): Promise<Shell> {
  const env = { AID_URL: sharedStack().baseUrl, AID_KEY: undefined, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
  const shell = await Shell.open({ cwd, env });
  onTestFinished(() => shell.close());
  return shell;
}

const ID = /\b[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}(?![\w…])/g;

/** Everything on the screen that begins like an id. */
const LIKE_ID = /\b[a-z]{3}_[0-7][0-9A-HJKMNP-TV-Z]*…?/g;

/** The ids of a kind that a person can select with a double click: each is whole, in one row. */
function idsOf({ rows }: Shown, kind: string): string[] {
  const all = rows.flatMap((row) => row.match(ID) ?? []);
  return [...new Set(all.filter((id) => id.startsWith(`${kind}_`)))];
}

/** Expects that no line has only a part of an id. */
function expectWholeIds({ lines }: Shown): void {
  const likeIds = lines.flatMap((line) => line.match(LIKE_ID) ?? []);
  expect(likeIds.filter((text) => text.match(ID)?.[0] !== text)).toEqual([]);
}

test('The five minutes of the README work in a terminal of 80 columns, and every id on its screen can be copied', () =>
  withTemporaryFolder(async (home) => {
    const { definition, steps } = readmeCommands();
    const shell = await openShell(ROOT, home);
    expect((await shell.paste(definition)).status).toBe(0);
    const seen: Shown[] = [];
    let email = '';
    for (const { command, shown } of steps) {
      let output = await shell.paste(command.replace('msg_…', email));
      // The email is on its way: a person looks again.
      while (command.startsWith('aid mail list') && idsOf(output, 'msg').length === 0)
        output = await shell.paste(command);
      expect(output.status, command).toBe(0);
      expect(withoutOwnParts(output.lines.join('\n')), command).toBe(withoutOwnParts(shown));
      expectWholeIds(output);
      [email = ''] = idsOf(output, 'msg');
      seen.push(output);
    }
    const copied = (kind: string) => [...new Set(seen.flatMap((output) => idsOf(output, kind)))];
    expect(['agt', 'key', 'msg', 'org', 'thr'].map((kind) => copied(kind).length)).toEqual([2, 1, 3, 1, 2]);
    const [sent = '', received = '', answer = ''] = copied('msg');
    const [sentThread = '', receivedThread = ''] = copied('thr');
    const commands = [
      ...copied('agt').map((id) => `aid agents get ${id}`),
      `aid mail get ${sent} --agent ada-$N`,
      `aid mail get ${received} --agent support-$N`,
      `aid mail get ${answer} --agent support-$N`,
      `aid mail threads get ${sentThread} --agent ada-$N`,
      `aid mail threads get ${receivedThread} --agent support-$N`,
      'aid keys list',
      'aid events list',
    ];
    for (const command of commands) {
      const output = await shell.paste(command);
      expect(output.status, `${command}\n${output.lines.join('\n')}`).toBe(0);
      expectWholeIds(output);
    }
  }));

test('The walkthrough over HTTP works in a terminal of 80 columns, with the ids and the key copied from its screen', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await mkdir(home);
    await symlink(join(ROOT, 'examples'), join(folder, 'examples'));
    const shell = await openShell(folder, home);
    const receiver = String(await reservePort());
    const texts: string[] = [];
    for (const { commands, expected } of stepsOf('docs/walk.md', '# An email', '')) {
      const { lines } = await shell.paste(onSharedStack(commands, receiver));
      texts.push(...lines);
      if (expected === undefined) continue;
      const output = normalized(lines.join('\n')).split('\n');
      // The shell itself also says which programs it has started and which have ended.
      const shown = `${commands}\n${lines.join('\n')}`;
      for (const line of normalized(expected).split('\n')) expect(output, shown).toContain(line);
    }
    const [, key = ''] = /"admin_api_key":"(aid_org_\w+)"/.exec(texts.join('\n')) ?? [];
    const [, agent = ''] = /"identity_id":"(agt_\w{26})"/.exec(texts.join('\n')) ?? [];
    const [, message = ''] = /"aggregate_id":"(msg_\w{26})"/.exec(texts.join('\n')) ?? [];
    const path = `/v1/identities/${agent}/mail/messages/${message}`;
    const { lines, status } = await shell.paste(`curl -sfw '\\n' $API${path} -H 'authorization: Bearer ${key}'`);
    expect(status, lines.join('\n')).toBe(0);
    // The shell says below it which programs have ended.
    const json = lines.find((line) => line.startsWith('{')) ?? '';
    expect(JSON.parse(json)).toMatchObject({ id: message, subject: 'Where is my order?' });
  }));
