import { route } from '../route.ts';
import { idParams } from '../schemas/common.ts';
import { fullMessageSchema, messageParams, messagesQuery, messagesSchema } from '../schemas/mail.ts';

const read = { group: 'mail', auth: 'own', budget: 'organization', idempotent: false, onceOnlySecret: false } as const;

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
  errors: ['auth.forbidden', 'resource.not_found'],
});

export const getMessage = route({
  ...read,
  name: 'getMessage',
  method: 'GET',
  path: '/v1/identities/{id}/mail/messages/{mid}',
  summary: 'Reads a message with its text and headers.',
  params: messageParams,
  status: 200,
  reply: fullMessageSchema,
  errors: ['auth.forbidden', 'resource.not_found'],
});
