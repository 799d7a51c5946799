import { z } from 'zod';
import { MEDIA_TYPE } from '#shared/domain/mail/media-type.ts';
import { described } from '#shared/domain/schema/described.ts';
import { isBase64 } from '#shared/domain/text/base64.ts';
import { BASE64_INPUT } from './common.ts';
import { lineSchema } from './line.ts';
import { refuses } from './rules.ts';

/** Files of a message. */
const MAX_ATTACHMENTS = 50;

/**
 * A multipart consists of parts between boundaries; other bytes of that type get lost in transit. See: RFC 2045,
 * section 6.4.
 */
const COMPOSITE = /^multipart\//i;

const attachmentSchema = described(
  'NewAttachment',
  'A file to attach.',
  z.strictObject({
    filename: lineSchema(255).min(1, 'at least 1 character'),
    content_type: z
      .string()
      .regex(MEDIA_TYPE, 'a media type such as application/pdf')
      .refine((type) => !COMPOSITE.test(type), 'a media type of one file: a multipart is not an attachment')
      .meta({ override: refuses({ pattern: '^[Mm][Uu][Ll][Tt][Ii][Pp][Aa][Rr][Tt]/' }) }),
    content_base64: z.string().refine(isBase64, 'base64').meta({ override: BASE64_INPUT }),
    content_id: z
      .string()
      .regex(/^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/, 'visible ASCII without angle brackets')
      .optional(),
  }),
  {
    filename: 'The name of the file.',
    content_type: 'Its media type, which is not a multipart.',
    content_base64: 'Its bytes. All attachments may have at most 3.5 MB in total.',
    content_id: 'Makes it inline: the HTML shows it as `cid:<content_id>`.',
  },
);

export const attachmentsSchema = z
  .array(attachmentSchema)
  .max(MAX_ATTACHMENTS, `at most ${MAX_ATTACHMENTS} attachments`);
