import { basename } from 'node:path';
import { lookup } from 'mrmime';
import { mediaTypeOf } from '../../typescript/src/media-type.ts';

/** A file as an attachment. Its media type is derived from its file name. */
export function attachmentOf(path: string, bytes: Buffer) {
  return {
    filename: basename(path),
    // The package leaves out the types of office programs.
    content_type: mediaTypeOf(path) ?? lookup(path) ?? 'application/octet-stream',
    content_base64: bytes.toString('base64'),
  };
}
