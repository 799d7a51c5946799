import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { tree } from '#clients/cli/src/hand-commands.ts';

type Described = ReturnType<typeof tree>['commands'][number];

/** The arguments of commands by hand, of which the tree does not say what is needed. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  'approvals approve': ['apr_1', '--hash', 'x', '--yes'],
  'identity-tokens allow': ['--audience', 'x'],
  'local reset': ['--yes'],
  'mail read': ['--all'],
  'mail wait': ['msg_1', '--timeout', '1'],
  run: ['--secret', 'name=x', '--host', 'api.example.com', '--', 'true'],
  token: ['--audience', 'x'],
  trigger: ['mail.received'],
  tunnel: ['9'],
  'webhooks recover': ['whk_1', '--since', '1h'],
};

/** Returns commands as they can be typed, with a value for everything that they need. Files are in the folder. */
export function typedIn(folder: string): (described: Described) => readonly string[] {
  const file = join(folder, 'file.txt');
  writeFileSync(file, 'x');
  const usual = { number: '1', json: '{}', path: file, files: file };
  return (described) => typed(described, usual);
}

function typed(described: Described, usual: Readonly<Record<string, string>>): readonly string[] {
  const { command, arguments: ids, options } = described;
  const byHand = BY_HAND[command];
  if (byHand !== undefined) return [...command.split(' '), ...byHand];
  const needed = options.flatMap((option) => {
    const { flags, required, values } = option as { flags: string; required?: true; values?: readonly string[] };
    const [, flag = '', kind] = /^(--\S+)(?: <(\w+)>)?/.exec(flags) ?? [];
    if (required !== true) return [];
    // Without a value, a flag is true.
    return kind === undefined ? [flag] : [flag, values?.[0] ?? usual[kind] ?? 'x'];
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
