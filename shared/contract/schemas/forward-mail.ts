import { z } from 'zod';
import { FORWARD_FORMS } from '#shared/domain/mail/forwarded-message.ts';
import { described } from '#shared/domain/schema/described.ts';
import { bodySchema } from './outgoing-mail.ts';
import { MAX_OUTGOING_RECIPIENTS, recipientsSchema } from './recipients.ts';
import { refuses } from './rules.ts';

export const forwardMailBody = described(
  'ForwardMail',
  'A message to forward: to whom, and how.',
  z
    .strictObject({
      to: recipientsSchema,
      cc: recipientsSchema.optional(),
      bcc: recipientsSchema.optional(),
      text: bodySchema.optional(),
      as: z.enum(FORWARD_FORMS).meta({ id: 'ForwardForm', description: 'How a message is forwarded.' }).optional(),
    })
    .superRefine(({ to, cc = [], bcc = [] }, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
      if (to.length === 0) refuse('required (at least one recipient)');
      if (to.length + cc.length + bcc.length > MAX_OUTGOING_RECIPIENTS)
        refuse(`at most ${MAX_OUTGOING_RECIPIENTS} recipients in to, cc and bcc together`);
    }),
  {
    to: 'The recipients, at most 50 including cc and bcc.',
    cc: 'The recipients of copies.',
    bcc: 'The recipients of blind copies.',
    text: 'A text above the message.',
    as: '`inline` (the default): the text of the message, and its attachments. `attachment`: the whole message as one file.',
  },
  refuses({ required: ['to'], properties: { to: { type: 'array', items: {}, maxItems: 0 } } }),
);

export type ForwardMailBody = z.output<typeof forwardMailBody>;
