import { agentNamed } from '../agent-named.ts';
import type { HandCommand } from '../command.ts';
import { type CommonOptions, clientOf, outputOf } from '../context.ts';
import { UsageError } from '../usage-error.ts';

interface WaitOptions extends CommonOptions {
  readonly timeout?: string;
  readonly agent?: string;
  readonly accept?: readonly string[];
}

/** Why a message may be skipped. */
const REASONS: readonly string[] = ['spam', 'automated'];

const USUAL_SECONDS = 300;

/** Waits for the reply to a message. */
export const mailWait: HandCommand = {
  command: ['mail', 'wait'],
  title: 'Wait for the reply to a message',
  text: 'Prints the reply with its text and warnings. Skips spam and automatic replies, and reports each one.',
  arguments: ['<message-or-thread-id>'],
  options: [
    { flags: '--timeout <seconds>', text: `How long to wait at most; ${USUAL_SECONDS} by default.` },
    { flags: '--agent <id-or-handle>', text: 'The agent, if the key is an org key.' },
    { flags: '--accept <reason...>', text: 'Do not skip messages for these reasons: spam, automated.' },
  ],
  async run(context, [conversation = ''], options) {
    const { timeout, agent, accept } = options as WaitOptions;
    const seconds = Number(timeout ?? USUAL_SECONDS);
    if (!(seconds >= 0)) throw new UsageError(`--timeout: expected a number of seconds, got "${timeout}"`);
    const unknown = accept?.find((reason) => !REASONS.includes(reason));
    if (unknown !== undefined) throw new UsageError(`--accept: expected ${REASONS.join(' or ')}, got "${unknown}"`);
    const client = clientOf(context, options);
    const { signal } = context;
    const { message, heldBack } = await client.mail.waitForReply(conversation, {
      timeoutMs: seconds * 1000,
      identityId: await agentNamed(client, agent, signal),
      signal,
      ...(accept !== undefined && { accept }),
    });
    for (const { id, reason } of heldBack) context.errors.write(`aid: skipped ${id}: ${reason}\n`);
    if (message === null) throw new Error(`no reply within ${seconds} s`);
    outputOf(context, options).record(message);
  },
};
