import { z } from 'zod';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '#shared/domain/limits/limits.ts';
import { explained } from '#shared/domain/schema/described.ts';
import { parseTimestamp } from '#shared/domain/time/time.ts';

/** Schemas that many records share. `meta.override` is what the generated description shows. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const NO_CONTROL = /^[^\x00-\x1f\x7f]*$/;

/** Both expressions of a label combined, for the generated description. */
const LABEL_PATTERN = '^(?!\\s*$)[^\\x00-\\x1f\\x7f]*$';

/** A short text for people: `name`, `display_name`. See: docs/contract/conventions.md#labels-and-metadata. */
export const labelSchema = z
  .string()
  .min(1, 'at least 1 character')
  .max(200, 'at most 200 characters')
  .regex(NO_CONTROL, 'no control characters')
  .regex(/\S/, 'not only white space')
  .meta({ override: { pattern: LABEL_PATTERN, allOf: undefined } });

/** A longer text for people. */
export const noteSchema = z.string().max(2000, 'at most 2000 characters');

const MAX_PAIRS = 20;

/** Up to 20 pairs of strings that the caller chooses. See: docs/contract/conventions.md#labels-and-metadata. */
export const metadataSchema = z
  .record(z.string().min(1).max(40, 'keys of at most 40 characters'), z.string().max(500, 'at most 500 characters'))
  .refine((value) => Object.keys(value).length <= MAX_PAIRS, `at most ${MAX_PAIRS} pairs`)
  .meta({
    id: 'Metadata',
    description: 'Pairs of strings that the caller stores with a record.',
    override: { maxProperties: MAX_PAIRS },
  });

/**
 * The original texts of a record from which invisible characters were removed. See: docs/safe-reading.md#characters.
 */
export const originalSchema = z.record(z.string(), z.unknown()).meta({
  id: 'OriginalTexts',
  description:
    'The original text of the fields from which invisible characters were removed. Absent if there are none.',
});

/** Texts by their names: of variables, and of header fields. */
export const namedTexts = z.record(z.string(), z.string()).meta({
  id: 'NamedTexts',
  description: 'Texts by their names.',
});

/** A timestamp in replies. */
export const timestampSchema = z.string().meta({ format: 'date-time' });

/** A count, an amount or a size. */
export const countSchema = z.int().min(0);

/** Bytes in a reply, in base64. */
export const base64Schema = z.string().meta({ contentEncoding: 'base64' });

/** The end of padded base64. In the canonical form, the unused bits are zero. */
const PADDED_END = '(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?';
const CANONICAL_END = '(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?';

/**
 * The schema of base64 in a request, for the description only: the service validates base64 with `isBase64`, without a
 * regular expression. The four characters of a group are written out: V8 repeats a sequence of characters in constant
 * space, and `{4}` in space that grows with the text, until it runs out of stack at the size of a large email.
 */
function base64Shown(characters: string, end: string) {
  const group = `[${characters}]`.repeat(4);
  const pattern = `^(?:${group})*${end}$`;
  return { type: 'string', contentEncoding: 'base64', pattern, format: undefined } as const;
}

/** Base64 of the standard alphabet with padding (RFC 4648, section 4). */
export const BASE64_INPUT = base64Shown('A-Za-z0-9+/', PADDED_END);

/** The canonical encoding of its bytes (RFC 4648, section 3.5). */
export const CANONICAL_BASE64_INPUT = base64Shown('A-Za-z0-9+/', CANONICAL_END);

/** Base64 in either alphabet, padded or not, as ProtoJSON accepts it. */
export const PROTO_BASE64_INPUT = base64Shown('A-Za-z0-9+/_-', '(?:[A-Za-z0-9+/_-]{2,3})?={0,2}');

/**
 * A timestamp in requests, parsed to epoch milliseconds. A `+` of a zone offset that a client forgot to escape arrives
 * as a space and is read as a `+`.
 */
function instant(rounding: 'down' | 'up') {
  return z
    .string()
    .transform((text, context) => {
      const time = parseTimestamp(text.replace(/ (?=\d\d:\d\d$)/, '+'), rounding);
      if (time === undefined) {
        context.addIssue({ code: 'custom', message: 'an RFC 3339 datetime' });
        return z.NEVER;
      }
      return time;
    })
    .meta({ override: { type: 'string', format: 'date-time' } });
}

/** A lower bound: `since`. */
export const instantSchema = instant('down');

/** A whole number in a query string. */
export function queryInteger(minimum: number, maximum: number, fallback: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, 'a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum, `at least ${minimum}`).max(maximum, `at most ${maximum}`))
    .default(fallback)
    .meta({ override: { type: 'integer', minimum, maximum, default: fallback, pattern: undefined } });
}

/** `true` or `false` in a query string. */
export const queryBoolean = z
  .enum(['true', 'false'], 'true or false')
  .transform((text) => text === 'true')
  .meta({ override: { type: 'boolean', enum: undefined } });

/**
 * An id in a path or body. Its format is not checked here, because an id in another format is treated as absent (404).
 */
export const idSchema = z.string();

export const idParams = z.strictObject({ id: idSchema });

/** Paging of every list. See: docs/contract/conventions.md#lists. */
export const pageFields = {
  limit: queryInteger(1, MAX_PAGE_LIMIT, DEFAULT_PAGE_LIMIT),
  before: instant('up').optional(),
};

export const pageQuery = explained(z.strictObject(pageFields), {});

/** The text of the parameter `identity_id` of several lists. */
export const ABOUT_AGENT = 'Only records of this agent.';

/** A non-empty text filter, compared for equality. */
export const filterSchema = z.string().min(1, 'at least 1 character').max(500);
