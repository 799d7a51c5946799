import { invalidParams } from '../../domain/a2a/protocol-error.ts';

/** Where a page ended, as the text that its reader hands back for the next one. See: A2A v1.0, section 3.1.4. */
export function pageToken(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/** The place that a token names, taken apart by a pattern. Throws INVALID_PARAMS for what no answer of ours said. */
export function readPageToken(token: string, pattern: RegExp): string[] {
  const found = pattern.exec(Buffer.from(token, 'base64url').toString());
  if (found === null) throw invalidParams('pageToken', 'the nextPageToken of an earlier answer');
  return found.slice(1);
}
