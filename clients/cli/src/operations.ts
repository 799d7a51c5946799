import { OPERATIONS } from './generated/operations.ts';
import type { CommandOption, Operation } from './operation.ts';

const ATTACH: CommandOption = {
  name: 'attach',
  field: 'attachments',
  kind: 'files',
  text: 'Files to attach.',
};

/** All commands that are one call: the generated ones, and shorter forms of those that are typed most. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...OPERATIONS.map((operation) => (operation.method === 'mail.send' ? withFiles(operation) : operation)),
  ...OPERATIONS.flatMap(shorter),
  reply(OPERATIONS.find(({ method }) => method === 'mail.send') as Operation),
];

/** `aid mail list` is `aid mail messages list`. */
function shorter(operation: Operation): Operation[] {
  const [noun, resource, verb] = operation.command;
  if (noun !== 'mail' || resource !== 'messages' || verb === undefined) return [];
  return [
    { ...operation, command: [noun, verb], text: `${operation.text} Short for aid mail messages ${verb}.`.trim() },
  ];
}

/** `aid mail reply <message-id>`: recipient and subject follow from the message. */
function reply(send: Operation): Operation {
  return {
    ...withFiles(send),
    command: ['mail', 'reply'],
    method: 'mail.reply',
    title: 'Reply to a message',
    text: 'Queues a reply in the conversation. The recipient and the subject follow from the message.',
    arguments: ['message-id'],
    options: withFiles(send).options.filter(({ name }) => name !== 'in_reply_to_message_id'),
  };
}

function withFiles(operation: Operation): Operation {
  return { ...operation, options: [...operation.options, ATTACH] };
}
