import { route } from '../route.ts';
import { idParams } from '../schemas/common.ts';
import { messagesSchema } from '../schemas/mail.ts';
import {
  allMessagesQuery,
  foldersQuery,
  foldersSchema,
  markedReadSchema,
  markReadBody,
  updatedMessagesSchema,
  updateMessagesBody,
} from '../schemas/mail-batches.ts';

/** Streamed because of their size, as the other operations of mail are. */
const ofAgent = {
  group: 'mail',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'id', foreign: 403 }],
  streamed: true,
} as const;

export const updateMessages = route({
  ...ofAgent,
  name: 'updateMessages',
  method: 'PATCH',
  path: '/v1/identities/{id}/mail/messages',
  summary: 'Changes up to 100 messages in the same way. Returns the outcome of each.',
  params: idParams,
  body: updateMessagesBody,
  status: 200,
  reply: updatedMessagesSchema,
});

export const markMessagesRead = route({
  ...ofAgent,
  name: 'markMessagesRead',
  method: 'POST',
  path: '/v1/identities/{id}/mail/read',
  summary: 'Marks all messages of a folder or a conversation as read, up to 1,000 at a time.',
  params: idParams,
  body: markReadBody,
  status: 200,
  reply: markedReadSchema,
});

export const getMailFolders = route({
  ...ofAgent,
  name: 'getMailFolders',
  method: 'GET',
  path: '/v1/identities/{id}/mail/folders',
  summary: 'Counts the unread messages of each folder, among 1,000 messages at a time.',
  params: idParams,
  query: foldersQuery,
  status: 200,
  reply: foldersSchema,
});

export const listAllMessages = route({
  group: 'mail',
  auth: 'org',
  streamed: true,
  name: 'listAllMessages',
  method: 'GET',
  path: '/v1/messages',
  summary: 'Lists the messages of all agents of the organization, newest first.',
  query: allMessagesQuery,
  status: 200,
  reply: messagesSchema,
});
