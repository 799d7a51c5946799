import { basename } from 'node:path';
import { lookup } from 'mrmime';

/** A file as an attachment. Its media type is derived from its file name. */
export function attachmentOf(path: string, bytes: Buffer) {
  return {
    filename: basename(path),
    content_type: lookup(path) ?? 'application/octet-stream',
    content_base64: bytes.toString('base64'),
  };
}
