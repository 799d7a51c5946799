import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const ONE_LINE = /^[^\x00-\x1f\x7f]*$/;

/** A header value: a line break in it would start another header (RFC 5322, section 2.2). */
export const lineSchema = (max: number) =>
  z.string().max(max, `at most ${max} characters`).regex(ONE_LINE, 'no line breaks or control characters');
