import { OPERATIONS } from './generated/operations.ts';
import type { CommandOption, Operation } from './operation.ts';

const ATTACH: CommandOption = {
  name: 'attach',
  field: 'attachments',
  kind: 'files',
  text: 'Files to attach.',
};

/** These are written by hand: two wait for what they start, and a trace shows times. */
const BY_HAND: ReadonlySet<string> = new Set(['events.replay', 'trace', 'webhooks.recover']);

/** All single-call commands: the generated ones, and short forms of the most common ones. */
export const ALL_OPERATIONS: readonly Operation[] = OPERATIONS.flatMap((operation) => {
  if (operation.method === 'approvals.approve') return [approving(operation)];
  if (BY_HAND.has(operation.method)) return [];
  if (operation.method === 'mail.messages.update') return [operation, ...shorter(operation), labeling(operation)];
  if (operation.method === 'search') return [searching(operation)];
  if (operation.method !== 'mail.send') return [operation, ...shorter(operation)];
  const send = { ...operation, options: [...operation.options, ATTACH] };
  return [send, replyLike(send)];
});

/** What follows a command: ids, or words. */
export function argumentsOf({ arguments: ids, words }: Operation): string[] {
  return [...ids.map((id) => `<${id}>`), ...(words === undefined ? [] : ['<words...>'])];
}

/** The fields of a request that are options. */
export function optionsOf({ options, words }: Operation): readonly CommandOption[] {
  return options.filter(({ name }) => name !== words);
}

/** `aid approvals approve` takes the hash from what it has shown, unless a program gives it. */
function approving(operation: Operation): Operation {
  const text =
    'Shows what will happen and asks, and then lets it happen. Without a terminal, --yes and the --hash of what you have read are required.';
  const options = operation.options.map(
    (option): CommandOption =>
      option.name === 'content_hash' ? { ...option, name: 'hash', field: 'content_hash', required: false } : option,
  );
  return { ...operation, text, options, approves: true };
}

/** `aid search <words...>`: what is looked for needs no flag. How to write it is the text of the field. */
function searching(operation: Operation): Operation {
  const syntax = operation.options.find(({ name }) => name === 'q')?.text ?? '';
  const text = `${operation.text} ${syntax} Words that begin with -- go behind a --.`;
  return { ...operation, text, words: 'q' };
}

/** `aid mail list` is `aid mail messages list`. */
function shorter(operation: Operation): Operation[] {
  const [noun, resource, verb] = operation.command;
  if (noun !== 'mail' || resource !== 'messages' || verb === undefined) return [];
  return [
    { ...operation, command: [noun, verb], text: `${operation.text} Short for aid mail messages ${verb}.`.trim() },
  ];
}

/** `aid mail label <mid> --add-labels vip` is `aid mail update` for labels alone. */
function labeling(update: Operation): Operation {
  return {
    ...update,
    command: ['mail', 'label'],
    title: 'Label a message',
    text: 'Adds labels to a message, removes some, or replaces all of them.',
    options: update.options.filter(({ name }) => name.endsWith('labels')),
  };
}

/** `aid mail reply <message-id>`: the recipient and subject are taken from the message. */
function replyLike(send: Operation): Operation {
  return {
    ...send,
    command: ['mail', 'reply'],
    method: 'mail.reply',
    title: 'Reply to a message',
    text: 'Queues a reply in the conversation. The recipient and subject are taken from the message.',
    arguments: ['message-id'],
    options: send.options.filter(({ name }) => name !== 'in_reply_to_message_id'),
  };
}
