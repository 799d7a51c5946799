import { MAX_ATTACHMENT_BYTES } from './attachment-size.ts';
import { type ByteSource, isByteSource, readAtMost } from './byte-source.ts';
import { base64 } from './bytes.ts';
import { reasonOf } from './errors.ts';
import type { NewAttachment } from './generated/types.ts';
import { mediaTypeOf } from './media-type.ts';
import { mistake } from './mistakes.ts';
import { builtinModule } from './runtime.ts';

const PART_BYTES = 3 * 10_000;

/**
 * The content of an attachment: a `Blob` or `File`, bytes, or a stream of bytes, such as `response.body` or a readable
 * stream of Node.
 */
export type AttachmentSource = ByteSource;

/** What an email says about an attachment. */
export interface AttachmentOptions {
  /** The name that the recipient sees. By default, that of the file. */
  readonly filename?: string | undefined;
  /** The media type. By default, that of the `Blob`, or that of the name's ending. */
  readonly contentType?: string | undefined;
  /** Makes it inline: the HTML shows it as `cid:<contentId>`. */
  readonly contentId?: string | undefined;
}

/** The used part of `node:fs`. */
interface Files {
  createReadStream(path: string | URL, options: { readonly end: number }): AsyncIterable<Uint8Array>;
}

/** See: clients/typescript/src/attachments.ts. */
export async function readAttachmentFile(path: string | URL, options: AttachmentOptions): Promise<NewAttachment> {
  const files = builtinModule<Files>('node:fs');
  if (files === undefined) throw mistake('path', 'this runtime has no files: use attachment with a Blob or bytes');
  const { filename = lastPart(typeof path === 'string' ? path : decodeURIComponent(path.pathname)) } = options;
  let file: AsyncIterable<Uint8Array>;
  try {
    // One byte more than the limit shows that a file is too large.
    file = files.createReadStream(path, { end: MAX_ATTACHMENT_BYTES });
  } catch (error) {
    throw mistake('path', reasonOf(error), error);
  }
  return readAttachment(file, 'path', { ...options, filename });
}

/**
 * Makes an attachment. `parameter` is what an error of the source names.
 *
 * See: clients/typescript/src/attachments.ts.
 */
export async function readAttachment(
  source: AttachmentSource,
  parameter: string,
  { filename: given, contentType, contentId }: AttachmentOptions,
): Promise<NewAttachment> {
  if (!isByteSource(source)) {
    throw mistake(parameter, 'expected a Blob, bytes or a stream of bytes; use attachmentFromFile for a path');
  }
  const filename = given ?? nameOf(source);
  if (filename === '') throw mistake('filename', 'what is attached has no name of its own, and needs one');
  if (lastPart(filename) !== filename) throw mistake('filename', `expected a name without a folder, got "${filename}"`);
  const { type } = source as Partial<Blob>;
  return {
    filename,
    content_type: contentType ?? (type || (mediaTypeOf(filename) ?? 'application/octet-stream')),
    content_base64: base64InParts(await contentOf(source, parameter)),
    ...(contentId !== undefined && { content_id: contentId }),
  };
}

async function contentOf(source: AttachmentSource, parameter: string): Promise<Uint8Array> {
  let content: Uint8Array | undefined;
  try {
    content = await readAtMost(source, MAX_ATTACHMENT_BYTES);
  } catch (error) {
    // Whatever the stream threw: it is no error of the connection to the service.
    throw mistake(parameter, `it cannot be read: ${reasonOf(error)}`, error);
  }
  if (content === undefined) throw mistake(parameter, 'it has more than 3.5 MB, the limit of an email');
  return content;
}

/** Any number of bytes in base64: three of them are four characters, so parts of a multiple of three can be joined. */
function base64InParts(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART_BYTES) text += base64(bytes.subarray(at, at + PART_BYTES));
  return text;
}

/** The name of a `File`, of a file of Bun or of a stream of Node; empty for anything else. */
function nameOf(source: object): string {
  const { name, path } = source as { readonly name?: unknown; readonly path?: unknown };
  return lastPart(String([name, path].find((one) => typeof one === 'string') ?? ''));
}

/** What follows the last slash of any system. Recipients do not see the folders of this machine. */
function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
