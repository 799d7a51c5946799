import { createHash } from 'node:crypto';

/** A text from outside as part of a row key: of fixed length, and without characters that have a meaning in keys. */
export function keyDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
