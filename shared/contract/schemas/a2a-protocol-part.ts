import { z } from 'zod';
import { isAbsoluteUrl } from '#shared/domain/http/url-safety.ts';
import { described } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { PART_MEDIA_TYPE } from './a2a-part.ts';
import { bytesSchema, text } from './a2a-protocol-fields.ts';
import { notExactlyOneOf, refuses } from './rules.ts';

const KINDS = ['text', 'raw', 'url', 'data'] as const;

/** A part of a message or an artifact, in both requests and replies. */
export const a2aPartSchema = described(
  'A2aPart',
  'A `Part`: exactly one of `text`, `raw`, `url` and `data`.',
  z
    .object({
      text: z.string().optional(),
      raw: bytesSchema.optional(),
      url: text(2048).refine(isAbsoluteUrl, 'an absolute URL').meta({ format: 'uri' }).optional(),
      data: z.unknown().optional(),
      mediaType: text(255).regex(PART_MEDIA_TYPE, 'a media type').optional(),
      filename: text(255).optional(),
      metadata: jsonObjectSchema.optional(),
    })
    .refine((part) => KINDS.filter((kind) => kind in part).length === 1, 'exactly one of text, raw, url and data'),
  {
    text: 'A text.',
    raw: 'Bytes, in base64.',
    url: 'The absolute address of a file.',
    data: 'Any JSON value.',
    mediaType: 'The media type of the content.',
    filename: 'The name of the file.',
    metadata: null,
  },
  refuses(notExactlyOneOf(...KINDS)),
);
