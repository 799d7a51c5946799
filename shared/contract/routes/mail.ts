import { route } from '../route.ts';
import { idParams } from '../schemas/common.ts';
import { forwardMailBody } from '../schemas/forward-mail.ts';
import { fullMessageSchema, messageParams, messageSchema, messagesQuery, messagesSchema } from '../schemas/mail.ts';
import { updateMessageBody } from '../schemas/mail-changes.ts';
import {
  attachmentLinkSchema,
  attachmentParams,
  attachmentTextSchema,
  rawMessageSchema,
} from '../schemas/mail-download.ts';
import { fullThreadSchema, threadParams, threadQuery, threadsQuery, threadsSchema } from '../schemas/mail-thread.ts';
import { sendMailBody, sentMailSchema } from '../schemas/outgoing-mail.ts';

/** Streamed because of their size, which strangers control: a buffered response holds 6 MB. See: AWS Lambda quotas. */
const read = {
  group: 'mail',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'id', foreign: 403 }],
  streamed: true,
} as const;

export const sendMail = route({
  ...read,
  name: 'sendMail',
  method: 'POST',
  path: '/v1/identities/{id}/mail/send',
  summary: 'Queues a message. Events report its outcome.',
  params: idParams,
  body: sendMailBody,
  carriesMail: true,
  status: 202,
  reply: sentMailSchema,
  errors: [
    'identity.suspended',
    'contact_rule.recipient_blocked',
    'mail.recipient_suppressed',
    'mail.loop_suspected',
    'usage.email_limit',
    'usage.storage_limit',
  ],
});

export const forwardMessage = route({
  ...read,
  name: 'forwardMessage',
  method: 'POST',
  path: '/v1/identities/{id}/mail/messages/{mid}/forward',
  summary: 'Forwards a message with its attachments. Events report the outcome.',
  params: messageParams,
  body: forwardMailBody,
  carriesMail: true,
  status: 202,
  reply: sentMailSchema,
  errors: [
    'identity.suspended',
    'contact_rule.recipient_blocked',
    'mail.recipient_suppressed',
    'mail.virus_found',
    'mail.loop_suspected',
    'usage.email_limit',
    'usage.storage_limit',
  ],
});

export const listMessages = route({
  ...read,
  name: 'listMessages',
  method: 'GET',
  path: '/v1/identities/{id}/mail/messages',
  summary: 'Lists an agent’s messages, newest first.',
  params: idParams,
  query: messagesQuery,
  status: 200,
  reply: messagesSchema,
});

export const getMessage = route({
  ...read,
  name: 'getMessage',
  method: 'GET',
  path: '/v1/identities/{id}/mail/messages/{mid}',
  summary: 'Returns a message with its text and headers.',
  params: messageParams,
  status: 200,
  reply: fullMessageSchema,
});

export const updateMessage = route({
  ...read,
  name: 'updateMessage',
  method: 'PATCH',
  path: '/v1/identities/{id}/mail/messages/{mid}',
  summary: 'Marks a message as read or unread, moves it to a folder, or changes its labels.',
  params: messageParams,
  body: updateMessageBody,
  status: 200,
  reply: messageSchema,
});

export const getRawMessage = route({
  ...read,
  name: 'getRawMessage',
  method: 'GET',
  path: '/v1/identities/{id}/mail/messages/{mid}/raw',
  summary: 'Returns a download link to the raw mail of a message, byte for byte as received or sent.',
  params: messageParams,
  status: 200,
  reply: rawMessageSchema,
});

export const getAttachment = route({
  ...read,
  name: 'getAttachment',
  method: 'GET',
  path: '/v1/identities/{id}/mail/messages/{mid}/attachments/{aid}',
  summary: 'Returns a download link to an attachment.',
  params: attachmentParams,
  status: 200,
  reply: attachmentLinkSchema,
});

export const getAttachmentText = route({
  ...read,
  name: 'getAttachmentText',
  method: 'GET',
  path: '/v1/identities/{id}/mail/messages/{mid}/attachments/{aid}/text',
  summary: 'Returns the text of an attachment: a PDF, a Word document, a calendar file, an email, HTML or text.',
  params: attachmentParams,
  status: 200,
  reply: attachmentTextSchema,
  errors: ['attachment.no_text'],
});

export const listThreads = route({
  ...read,
  name: 'listThreads',
  method: 'GET',
  path: '/v1/identities/{id}/mail/threads',
  summary: 'Lists an agent’s conversations, newest first.',
  params: idParams,
  query: threadsQuery,
  status: 200,
  reply: threadsSchema,
});

export const getThread = route({
  ...read,
  name: 'getThread',
  method: 'GET',
  path: '/v1/identities/{id}/mail/threads/{tid}',
  summary: 'Returns a conversation with its messages, oldest first.',
  params: threadParams,
  query: threadQuery,
  status: 200,
  reply: fullThreadSchema,
});
