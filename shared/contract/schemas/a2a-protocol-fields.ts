import { z } from 'zod';
import { parseTimestamp } from '#shared/domain/time/time.ts';
import { PROTO_BASE64_INPUT } from './common.ts';

/**
 * The field types of A2A protocol requests, in ProtoJSON.
 *
 * See: Protocol Buffers, ProtoJSON format; A2A v1.0, section 5.5.
 */
export const text = (most: number) => z.string().min(1, 'at least 1 character').max(most, `at most ${most} characters`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const NO_CONTROL = /^[^\x00-\x1f\x7f]+$/;
export const label = (most: number) => text(most).regex(NO_CONTROL, 'no control characters');

/** ProtoJSON: a number, or its digits as text. */
export function integer(minimum: number, maximum: number) {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,10}$/, 'a whole number')
          .transform(Number),
      ],
      'a whole number',
    )
    .pipe(z.int('a whole number').min(minimum, `at least ${minimum}`).max(maximum, `at most ${maximum}`))
    .meta({ override: { type: 'integer', minimum, maximum, anyOf: undefined } });
}

export const MAX_INTEGER = 2 ** 31 - 1;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** ProtoJSON: base64 in either alphabet, padded or not; stored in the standard one. */
export const bytesSchema = z
  .string()
  .transform((given, context) => {
    const standard = given.replaceAll('-', '+').replaceAll('_', '/');
    if (!BASE64.test(standard) || standard.replace(/={1,2}$/, '').length % 4 === 1) {
      context.addIssue({ code: 'custom', message: 'base64' });
      return z.NEVER;
    }
    return Buffer.from(standard, 'base64').toString('base64');
  })
  .meta({ override: PROTO_BASE64_INPUT });

export const instantSchema = z
  .string()
  .transform((given, context) => {
    const time = parseTimestamp(given.replace(/ (?=\d\d:\d\d$)/, '+'), 'up');
    if (time === undefined) context.addIssue({ code: 'custom', message: 'an RFC 3339 datetime' });
    return time ?? z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date-time' } });

export const pageToken = text(255).optional();
export const PAGE_TOKEN = 'The `nextPageToken` of the previous page.';
