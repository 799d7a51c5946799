import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { countSchema, idSchema, timestampSchema } from './common.ts';

/** Links to the files of a message: its raw form and its attachments. See: docs/contract/mail.md#reading-mail. */

const link = { download_url: z.url().meta({ override: { pattern: undefined } }), expires_at: timestampSchema };

const linkTexts = {
  download_url: 'A link that works for 15 minutes without a key. Keep it secret.',
  expires_at: 'When the link stops working.',
} as const;

export const rawMessageSchema = described(
  'RawMessage',
  'A link to a message as it was received or sent.',
  z.strictObject({ id: z.string(), content_type: z.literal('message/rfc822'), ...link }),
  { id: 'The message’s id.', content_type: 'The media type.', ...linkTexts },
);

export const attachmentLinkSchema = described(
  'AttachmentLink',
  'A link to an attachment, decoded.',
  z.strictObject({
    id: z.string(),
    filename: z.string().nullable(),
    content_type: z.string(),
    size: countSchema,
    ...link,
  }),
  {
    id: 'The attachment’s id.',
    filename: 'The name of the file.',
    content_type: 'The media type.',
    size: 'The size in bytes.',
    ...linkTexts,
  },
);

export const attachmentParams = z.strictObject({ id: idSchema, mid: idSchema, aid: idSchema });
