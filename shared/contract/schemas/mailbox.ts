import { z } from 'zod';
import { localPartSchema } from '../../domain/mail/local-part.ts';
import { idSchema, timestampSchema } from './common.ts';

/** Mailboxes of an agent. Rule: shapes, Domains. */
export const mailboxParams = z.strictObject({ id: idSchema, mid: idSchema });

export const createMailboxBody = z
  .strictObject({
    local_part: localPartSchema.meta({ example: 'orders' }),
    domain_id: idSchema
      .optional()
      .meta({ description: 'A verified domain of the organization; the service’s own mail domain when omitted.' }),
  })
  .meta({ id: 'CreateMailbox' });

export const mailboxSchema = z
  .strictObject({
    id: z.string(),
    identity_id: z.string(),
    address: z.string(),
    is_default: z.boolean(),
    domain_id: z.string().nullable().meta({ description: 'null: on the service’s own mail domain.' }),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Mailbox' });

export const mailboxesSchema = z.strictObject({ mailboxes: z.array(mailboxSchema) }).meta({ id: 'Mailboxes' });
