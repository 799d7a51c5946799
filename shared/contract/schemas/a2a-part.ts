import { z } from 'zod';
import { MAX_PARTS } from '#shared/domain/a2a/content.ts';
import { isAbsoluteUrl } from '#shared/domain/http/url-safety.ts';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { BASE64_INPUT, base64Schema } from './common.ts';
import { notExactlyOneOf, refuses } from './rules.ts';

/** The parts of messages and artifacts of tasks. See: docs/contract/a2a.md#parts. */
const KINDS = ['text', 'raw', 'url', 'data'] as const;

/** Without a dot for any character, because languages disagree on which line ends it excludes. */
export const PART_MEDIA_TYPE = /^[A-Za-z0-9_!#$&^.+-]+\/[A-Za-z0-9_!#$&^.+-]+(?: *;[^\n\r\u2028\u2029]*)?$/;

const partTexts = {
  text: 'A text.',
  raw: 'Bytes, in base64.',
  url: 'The absolute address of a file.',
  data: 'Any JSON value.',
  media_type: 'The media type of the content.',
  filename: 'The name of the file.',
  metadata: null,
} as const;

const newPartSchema = described(
  'NewPart',
  'A piece of content: exactly one of `text`, `raw`, `url` and `data`.',
  z
    .strictObject({
      text: z.string().optional(),
      raw: z.base64('base64').meta({ override: BASE64_INPUT }).optional(),
      url: z
        .string()
        .max(2048, 'at most 2048 characters')
        .refine(isAbsoluteUrl, 'an absolute URL')
        .meta({ format: 'uri' })
        .optional(),
      data: z.unknown().optional(),
      media_type: z.string().max(255, 'at most 255 characters').regex(PART_MEDIA_TYPE, 'a media type').optional(),
      filename: z.string().min(1, 'at least 1 character').max(255, 'at most 255 characters').optional(),
      metadata: jsonObjectSchema.optional(),
    })
    .refine(
      (part) => KINDS.filter((kind) => part[kind] !== undefined).length === 1,
      'exactly one of text, raw, url and data',
    ),
  partTexts,
  refuses(notExactlyOneOf(...KINDS)),
);

export const partSchema = described(
  'Part',
  'A piece of content: exactly one of `text`, `raw`, `url` and `data`.',
  z.strictObject({
    text: z.string().optional(),
    raw: base64Schema.optional(),
    url: z.string().optional(),
    data: z.unknown().optional(),
    media_type: z.string().optional(),
    filename: z.string().optional(),
    metadata: jsonObjectSchema.optional(),
  }),
  partTexts,
);

export const partsSchema = z
  .array(newPartSchema)
  .min(1, 'at least one part')
  .max(MAX_PARTS, `at most ${MAX_PARTS} parts`);
