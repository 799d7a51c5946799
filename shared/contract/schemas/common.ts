import { z } from 'zod';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../domain/limits.ts';
import { parseTimestamp } from '../../domain/time.ts';

/** Schemas that many records share. `meta.override` is what the generated description shows. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const NO_CONTROL = /^[^\u0000-\u001f\u007f]*$/;

/** A short text for people: `name`, `display_name`. Rule: shapes, Exact answers (labels ≤ 200 characters). */
export const labelSchema = z
  .string()
  .min(1, 'at least 1 character')
  .max(200, 'at most 200 characters')
  .regex(NO_CONTROL, 'no control characters')
  .regex(/\S/, 'not only white space');

/** A longer text for people. */
export const noteSchema = z.string().max(2000, 'at most 2000 characters');

/** Up to 20 string pairs of the caller's own. Rule: shapes, Conventions. */
export const metadataSchema = z
  .record(z.string().min(1).max(40, 'keys of at most 40 characters'), z.string().max(500, 'at most 500 characters'))
  .refine((value) => Object.keys(value).length <= 20, 'at most 20 pairs')
  .meta({ example: { team: 'support' } });

/** A timestamp as replies show it. */
export const timestampSchema = z.string().meta({ format: 'date-time', example: '2026-11-21T08:30:00.000Z' });

/**
 * A timestamp as requests give it, parsed to epoch milliseconds.
 * A `+` of a zone offset that a client forgot to escape arrives as a space and is read as it was meant.
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
    .meta({ override: { type: 'string', format: 'date-time' }, example: '2026-11-21T08:30:00.000Z' });
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
    .meta({ override: { type: 'integer', minimum, maximum, default: fallback } });
}

/** An id in a path or body. Its form is not judged here: what has not the right one reads as absent. */
export const idSchema = z.string();

export const idParams = z.strictObject({ id: idSchema });

/** Paging of every list. Rule: specification, Cross-cutting rules; shapes, Conventions. */
export const pageFields = {
  limit: queryInteger(1, PAGE_LIMIT_MAX, PAGE_LIMIT_DEFAULT),
  before: instant('up').optional(),
};

export const pageQuery = z.strictObject(pageFields);

/** A non-empty text filter, compared for equality. */
export const filterSchema = z.string().min(1, 'at least 1 character').max(500);
