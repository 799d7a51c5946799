import { agentNamed } from '../agent-named.ts';
import type { HandCommand, HandOptions } from '../command.ts';
import { type CommonOptions, type Context, clientOf, outputOf } from '../context.ts';
import { oneLine } from '../output/printable.ts';
import { wholeId } from '../partial-ids.ts';
import { printCode, type Wait } from '../print-code.ts';
import { UsageError } from '../usage-error.ts';

interface WaitOptions extends CommonOptions {
  readonly timeout?: string;
  readonly agent?: string;
  readonly accept?: readonly string[];
  readonly code?: boolean;
}

/** Why a reply may be skipped, and an email with a code. */
const REPLY_REASONS: readonly string[] = ['spam', 'automated'];
const CODE_REASONS: readonly string[] = ['spam'];

const USUAL_SECONDS = 300;

/** Waits for the reply to a message, or for an email with a code. */
export const mailWait: HandCommand = {
  command: ['mail', 'wait'],
  title: 'Wait for a reply, or for a code',
  text: 'Prints the reply to a message with its text and warnings. Skips spam and automatic replies, and reports each one. With --code and no message, waits for an email with a one-time code or a confirming link instead, and prints the code alone, or else the address of the link; with --json, both and the message.',
  arguments: ['[message-or-thread-id]'],
  options: [
    { flags: '--timeout <seconds>', text: `How long to wait at most; ${USUAL_SECONDS} by default.` },
    { flags: '--agent <id-or-handle>', text: 'The agent, if the key is an org key.' },
    {
      flags: '--accept <reason>',
      text: 'Do not skip messages for this reason: spam or automated. Repeat it for both.',
      repeats: true,
    },
    { flags: '--code', text: 'Wait for an email with a one-time code or a confirming link.' },
    { flags: '--from <address-or-domain>', text: 'With --code: the sender, or its domain with subdomains.' },
    { flags: '--since <time>', text: 'With --code: only emails later than this; two minutes ago by default.' },
    { flags: '--codes-only', text: 'With --code: skip emails with a link and without a code.' },
  ],
  async run(context, [conversation], options) {
    const { timeout, agent, accept, code = false } = options as WaitOptions;
    checkKind(conversation, options);
    const seconds = Number(timeout ?? USUAL_SECONDS);
    if (!(seconds >= 0)) throw new UsageError(`--timeout: expected a number of seconds, got "${timeout}"`);
    const reasons = code ? CODE_REASONS : REPLY_REASONS;
    const unknown = accept?.find((reason) => !reasons.includes(reason));
    if (unknown !== undefined) throw new UsageError(`--accept: expected ${reasons.join(' or ')}, got "${unknown}"`);
    const { signal } = context;
    const wait = { timeoutMs: seconds * 1000, agent, accept, signal };
    if (conversation === undefined) await printCode(context, options, wait);
    else await printReply(context, options, conversation, wait);
  },
};

/** Options that only a wait for a code has. */
const OF_CODES: readonly (readonly [name: string, flag: string])[] = [
  ['from', '--from'],
  ['since', '--since'],
  ['codesOnly', '--codes-only'],
];

function checkKind(conversation: string | undefined, options: HandOptions): void {
  if ((options.code === true) === (conversation !== undefined)) {
    throw new UsageError("mail wait: expected either 'message-or-thread-id' or --code");
  }
  const [, flag] = OF_CODES.find(([name]) => options[name] !== undefined) ?? [];
  if (options.code !== true && flag !== undefined) throw new UsageError(`${flag}: only with --code`);
}

async function printReply(
  context: Context,
  options: HandOptions,
  conversation: string,
  { agent, ...wait }: Wait,
): Promise<void> {
  const client = clientOf(context, options);
  const identityId = await agentNamed(client, agent, wait.signal);
  const scoped = identityId === undefined ? client : client.identity(identityId);
  const whole = await wholeId(scoped, conversation, wait);
  const { message, heldBack } = await client.mail.waitForReply(whole, { ...wait, identityId });
  for (const { id, reason } of heldBack) context.errors.write(`aid: skipped ${oneLine(`${id}: ${reason}`)}\n`);
  if (message === null) throw new Error(`no reply within ${wait.timeoutMs / 1000} s`);
  outputOf(context, options).record(message);
}
