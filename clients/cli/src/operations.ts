import { OPERATIONS } from './generated/operations.ts';
import type { CommandOption, Operation } from './operation.ts';

const ATTACH: CommandOption = {
  name: 'attach',
  field: 'attachments',
  kind: 'files',
  text: 'Files to attach.',
};

/** All single-call commands: the generated ones, and short forms of the most common ones. */
export const ALL_OPERATIONS: readonly Operation[] = OPERATIONS.flatMap((operation) => {
  if (operation.method !== 'mail.send') return [operation, ...shorter(operation)];
  const send = { ...operation, options: [...operation.options, ATTACH] };
  return [send, replyLike(send)];
});

/** `aid mail list` is `aid mail messages list`. */
function shorter(operation: Operation): Operation[] {
  const [noun, resource, verb] = operation.command;
  if (noun !== 'mail' || resource !== 'messages' || verb === undefined) return [];
  return [
    { ...operation, command: [noun, verb], text: `${operation.text} Short for aid mail messages ${verb}.`.trim() },
  ];
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
