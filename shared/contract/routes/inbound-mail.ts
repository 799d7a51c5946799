import { route } from '../route.ts';
import { receivedMailSchema, receiveMailBody, signatureHeaders, snsMessageSchema } from '../schemas/inbound-mail.ts';

export const receiveMail = route({
  group: 'inbound-mail',
  name: 'receiveMail',
  method: 'POST',
  path: '/v1/webhooks/mail/inbound',
  auth: 'none',
  summary: 'Ingests mail from a provider account or from Amazon SNS, authenticated by signature.',
  body: receiveMailBody,
  carriesMail: true,
  signed: { headers: signatureHeaders, alternateBodies: { 'text/plain': snsMessageSchema } },
  status: 200,
  reply: receivedMailSchema,
});
