import type { HandCommand, HandOptions } from './command.ts';
import { completionScript } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { eventsTail } from './commands/events-tail.ts';
import { localReset } from './commands/local-reset.ts';
import { localStart } from './commands/local-start.ts';
import { login, logout } from './commands/login.ts';
import { mailWait } from './commands/mail-wait.ts';
import { mcp } from './commands/mcp.ts';
import { localOpen, open } from './commands/open.ts';
import { trigger } from './commands/trigger.ts';
import { tunnel } from './commands/tunnel.ts';
import { webhooksListen } from './commands/webhooks-listen.ts';
import { webhooksVerify } from './commands/webhooks-verify.ts';
import { whoami } from './commands/whoami.ts';
import { COMMON } from './common-options.ts';
import type { Context } from './context.ts';
import { ALL_OPERATIONS } from './operations.ts';
import { treeOf } from './tree.ts';

type Bare = (context: Context, options: HandOptions) => Promise<void> | void;

/** The commands that make several calls, or none. */
export const HAND_COMMANDS: readonly HandCommand[] = [
  login,
  bare(
    'logout',
    'Forget the stored key',
    'Removes the key from the file or the keychain. It stays valid until it is revoked.',
    logout,
  ),
  bare('whoami', 'Show who the key belongs to', 'Asks the service who the key belongs to.', whoami),
  doctor,
  eventsTail,
  localOpen,
  localReset,
  localStart,
  mailWait,
  mcp,
  open,
  trigger,
  tunnel,
  webhooksListen,
  webhooksVerify,
  bare('commands', 'Print all commands as JSON', 'What can be typed, for programs.', (context) => {
    context.output.write(`${JSON.stringify(tree())}\n`);
  }),
  {
    command: ['completion'],
    title: 'Print a script that completes commands',
    text: 'For bash, zsh or fish.',
    arguments: ['<shell>'],
    options: [],
    run: (context, [shell = '']) => context.output.write(completionScript(shell, tree().commands)),
  },
];

/** Everything that can be typed. */
export function tree() {
  return treeOf(ALL_OPERATIONS, HAND_COMMANDS, COMMON);
}

/** A command with the common options only. */
function bare(name: string, title: string, text: string, run: Bare): HandCommand {
  return {
    command: [name],
    title,
    text,
    arguments: [],
    options: [],
    run: (context, _args, options) => run(context, options),
  };
}
