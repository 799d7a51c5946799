/**
 * A media type, with its parameters if there are any: ASCII only, so that it fits into a header of any response. See:
 * RFC 6838, section 4.2.
 */
export const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]{1,127}\/[A-Za-z0-9!#$&^_.+-]{1,127}(?:;[\x20-\x7e]{1,200})?$/;

/** The media type of a file about which nothing is known. See: RFC 2046, section 4.5.1. */
const UNKNOWN = 'application/octet-stream';

/**
 * The media type that a stranger's mail declares for a file, or `application/octet-stream` where the mail declares none
 * or writes it wrongly (RFC 2045, section 5.2). S3 refuses a download with a content type that no header can carry.
 */
export function declaredMediaType(declared: string | null | undefined): string {
  return declared && MEDIA_TYPE.test(declared) ? declared : UNKNOWN;
}
