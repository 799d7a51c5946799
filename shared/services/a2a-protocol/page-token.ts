import { invalidParams } from '#shared/domain/a2a/protocol-error.ts';

/** Encodes the position at the end of a page as the token of the next page. See: A2A v1.0, section 3.1.4. */
export function pageToken(position: string): string {
  return Buffer.from(position).toString('base64url');
}

/** Decodes the position of a token: the groups of `pattern`. Throws INVALID_PARAMS for any other token. */
export function readPageToken(token: string, pattern: RegExp): string[] {
  const match = pattern.exec(Buffer.from(token, 'base64url').toString());
  if (match === null) throw invalidParams('pageToken', 'the nextPageToken of an earlier response');
  return match.slice(1);
}
