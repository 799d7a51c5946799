import { route } from '../route.ts';
import { receivedMailSchema, receiveMailBody, signatureHeaders, snsMessageSchema } from '../schemas/inbound-mail.ts';

export const receiveMail = route({
  group: 'inbound-mail',
  name: 'receiveMail',
  method: 'POST',
  path: '/v1/webhooks/mail/inbound',
  auth: 'none',
  budget: 'address',
  summary: 'Takes mail in from a provider account or from Amazon SNS, by their signature over the raw body.',
  body: receiveMailBody,
  signed: { headers: signatureHeaders, forms: { 'text/plain': snsMessageSchema } },
  status: 200,
  reply: receivedMailSchema,
  errors: [],
  idempotent: true,
  onceOnlySecret: false,
});
