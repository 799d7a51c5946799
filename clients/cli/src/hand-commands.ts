import type { HandCommand, HandOptions } from './command.ts';
import { completionScript } from './commands/completion.ts';
import { completionWords, isWordKind, USUAL_SECONDS } from './commands/completion-words.ts';
import { doctor } from './commands/doctor.ts';
import { eventsReplay } from './commands/events-replay.ts';
import { eventsTail } from './commands/events-tail.ts';
import { identityTokensAllow } from './commands/identity-tokens-allow.ts';
import { localReset } from './commands/local-reset.ts';
import { localStart } from './commands/local-start.ts';
import { login, logout } from './commands/login.ts';
import { mailRead } from './commands/mail-read.ts';
import { mailWait } from './commands/mail-wait.ts';
import { mcp } from './commands/mcp.ts';
import { localOpen, open } from './commands/open.ts';
import { runProgram } from './commands/run-program.ts';
import { token } from './commands/token.ts';
import { trace } from './commands/trace.ts';
import { trigger } from './commands/trigger.ts';
import { tunnel } from './commands/tunnel.ts';
import { webhooksListen } from './commands/webhooks-listen.ts';
import { webhooksRecover } from './commands/webhooks-recover.ts';
import { webhooksVerify } from './commands/webhooks-verify.ts';
import { whoami } from './commands/whoami.ts';
import { COMMON } from './common-options.ts';
import type { Context } from './context.ts';
import { ALL_OPERATIONS } from './operations.ts';
import { treeOf } from './tree.ts';

type Bare = (context: Context, options: HandOptions) => Promise<void> | void;

/** The commands that make no call, or more than one. */
export const HAND_COMMANDS: readonly HandCommand[] = [
  login,
  bare(
    'logout',
    'Forget the stored key',
    "Removes the key from the file or the keychain. A person's session ends; other keys remain valid until revoked.",
    logout,
  ),
  bare('whoami', "Show the key's owner", "Looks up the key's owner.", whoami),
  doctor,
  eventsReplay,
  eventsTail,
  identityTokensAllow,
  localOpen,
  localReset,
  localStart,
  mailRead,
  mailWait,
  mcp,
  open,
  runProgram,
  token,
  trace,
  trigger,
  tunnel,
  webhooksListen,
  webhooksRecover,
  webhooksVerify,
  bare(
    'commands',
    'Print all commands as JSON',
    'A description of all commands and options, for programs.',
    (context) => {
      context.output.write(`${JSON.stringify(tree())}\n`);
    },
  ),
  {
    command: ['completion'],
    title: 'Print a shell completion script',
    text: 'For bash, zsh or fish. It completes commands, options and event types, and asks the service for the handles of agents and the ids of emails, for a second at most.',
    arguments: ['<shell>'],
    options: [
      { flags: '--agent <id-or-handle>', text: 'For the script: the agent that the emails are of.' },
      {
        flags: '--timeout <seconds>',
        text: `For the script: how long to ask the service; ${USUAL_SECONDS} by default.`,
      },
    ],
    run: async (context, [shell = ''], options) => {
      if (!isWordKind(shell)) context.output.write(completionScript(shell, tree().commands));
      else for (const word of await completionWords(context, shell, options)) context.output.write(`${word}\n`);
    },
  },
];

/** All commands. */
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
