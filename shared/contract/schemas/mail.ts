import { z } from 'zod';
import { filterSchema, idSchema, pageFields, timestampSchema } from './common.ts';

/** Mail messages. Rule: shapes, Mail. */
export const MAIL_DIRECTIONS = ['inbound', 'outbound'] as const;
export const MAIL_STATUSES = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'received'] as const;
export const MAIL_FOLDERS = ['inbox', 'sent', 'spam', 'blocked', 'archive'] as const;
export const VERDICTS = ['pass', 'fail', 'gray', 'none'] as const;

const addressSchema = z.strictObject({ address: z.string(), name: z.string().nullable() });
const addresses = z.array(addressSchema);
const verdict = z.enum(VERDICTS);

const messageFields = {
  id: z.string(),
  identity_id: z.string(),
  mailbox_id: z.string(),
  thread_id: z.string(),
  direction: z.enum(MAIL_DIRECTIONS),
  status: z.enum(MAIL_STATUSES),
  folder: z.enum(MAIL_FOLDERS),
  from: addresses,
  to: addresses,
  cc: addresses,
  bcc: addresses.optional().meta({ description: 'Outbound only.' }),
  reply_to: addresses,
  subject: z.string(),
  snippet: z.string(),
  rfc_message_id: z.string().nullable(),
  in_reply_to: z.string().nullable(),
  has_attachments: z.boolean(),
  attachments: z.array(
    z.strictObject({
      id: z.string(),
      filename: z.string().nullable(),
      content_type: z.string(),
      size: z.int(),
      content_id: z.string().nullable(),
      disposition: z.enum(['attachment', 'inline']),
    }),
  ),
  auth: z.strictObject({
    spf: verdict,
    dkim: verdict,
    dmarc: verdict,
    spam: verdict,
    virus: verdict,
    sender_verified: z.boolean(),
  }),
  is_automated: z.boolean(),
  is_read: z.boolean(),
  detail: z.string().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

export const messageSchema = z.strictObject(messageFields).meta({ id: 'Message' });

export const messagesSchema = z.strictObject({ messages: z.array(messageSchema) }).meta({ id: 'Messages' });

export const fullMessageSchema = z
  .strictObject({
    ...messageFields,
    text: z
      .string()
      .nullable()
      .meta({ description: 'Null without a plain part, and once the mail files have expired.' }),
    html: z.string().nullable(),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    extracted_text: z.string().nullable().meta({ description: 'The text without the quoted history.' }),
  })
  .meta({ id: 'FullMessage' });

export const messagesQuery = z.strictObject({
  ...pageFields,
  thread_id: filterSchema.optional(),
  direction: z.enum(MAIL_DIRECTIONS).optional(),
  folder: z.enum(MAIL_FOLDERS).optional(),
  from: filterSchema.optional().meta({ description: 'The address of the sender.' }),
});

export const messageParams = z.strictObject({ id: idSchema, mid: idSchema });

/** What may be changed of a message. */
export const updateMessageBody = z
  .strictObject({ is_read: z.boolean().optional(), folder: z.enum(MAIL_FOLDERS).optional() })
  .refine((body) => Object.keys(body).length > 0, 'is_read or folder');

const link = {
  download_url: z.url().meta({ description: 'Good for 15 minutes, for whoever has it.' }),
  expires_at: timestampSchema,
};

export const rawMessageSchema = z
  .strictObject({ id: z.string(), content_type: z.literal('message/rfc822'), ...link })
  .meta({ id: 'RawMessage' });

export const attachmentLinkSchema = z
  .strictObject({
    id: z.string(),
    filename: z.string().nullable(),
    content_type: z.string(),
    size: z.int(),
    ...link,
  })
  .meta({ id: 'AttachmentLink' });

export const attachmentParams = z.strictObject({ id: idSchema, mid: idSchema, aid: idSchema });

const threadFields = {
  id: z.string(),
  identity_id: z.string(),
  subject: z.string(),
  message_count: z.int(),
  last_message_at: timestampSchema,
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

export const threadSchema = z.strictObject(threadFields).meta({ id: 'Thread' });

export const threadsSchema = z.strictObject({ threads: z.array(threadSchema) }).meta({ id: 'Threads' });

export const fullThreadSchema = z
  .strictObject({
    ...threadFields,
    messages: z.array(messageSchema).meta({ description: 'Oldest first; the newest 200 of a longer thread.' }),
  })
  .meta({ id: 'FullThread' });

export const threadParams = z.strictObject({ id: idSchema, tid: idSchema });
