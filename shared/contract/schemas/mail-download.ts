import { z } from 'zod';
import { FILE_KINDS } from '#shared/domain/files/file-kind.ts';
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

const invitationSchema = described(
  'CalendarInvitation',
  'What a calendar file says about its first event. Times are ISO 8601: in UTC with `Z`, or else local times.',
  z.strictObject({
    method: z.string().nullable(),
    title: z.string().nullable(),
    organizer: z.string().nullable(),
    attendees: z.array(z.string()),
    location: z.string().nullable(),
    start: z.string().nullable(),
    end: z.string().nullable(),
    timezone: z.string().nullable(),
    status: z.string().nullable(),
    recurs: z.boolean(),
  }),
  {
    method: 'What the organizer asks for, such as `REQUEST` or `CANCEL`.',
    title: 'The title.',
    organizer: 'The organizer: the address, with the name before it if there is one.',
    attendees: 'Who is invited, as the organizer.',
    location: 'Where it takes place.',
    start: 'When it begins; a date alone for whole days.',
    end: 'When it ends, exclusive.',
    timezone: 'The time zone that the file names for the beginning.',
    status: 'Its status, such as `CONFIRMED`.',
    recurs: 'Whether it repeats.',
  },
);

export const attachmentTextSchema = described(
  'AttachmentText',
  'The text of an attachment.',
  z.strictObject({
    text: z.string(),
    truncated: z.boolean(),
    kind: z.enum(FILE_KINDS).meta({ id: 'FileKind', description: 'What a file was read as.' }),
    invitation: invitationSchema.optional(),
  }),
  {
    text: 'The text, at most 500,000 characters. It was written by the sender of the message.',
    truncated: 'Whether the file has more text.',
    kind: null,
    invitation: 'Of a calendar file.',
  },
);

export const attachmentParams = z.strictObject({ id: idSchema, mid: idSchema, aid: idSchema });
