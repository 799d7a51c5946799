import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { Email } from 'postal-mime';
import { type FileKind, fileKind } from '#shared/domain/files/file-kind.ts';
import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import type { PlacedText } from '#shared/domain/vouching/mention.ts';
import { decodedText } from './text-charset.ts';

const MAX_FILES = 100;
const MAX_FILE_BYTES = 2_000_000;
/** The beginning of a file shows whether it is a text. */
const PROBE_BYTES = 4_096;
/** Files the text of which is extracted when a client asks for it (`rememberFile`). */
const READ_LATER: ReadonlySet<FileKind> = new Set<FileKind>(['pdf', 'docx']);
/** Of a text in UTF-16, nearly every second byte is zero. */
const MIN_ZEROS = 0.3;

/** The texts of attached files and their names: also of compressed files, archives, and sheets, which are archives. */
export function textsOfFiles({ attachments }: Pick<Email, 'attachments'>): PlacedText[] {
  return attachments.slice(0, MAX_FILES).flatMap(({ filename, mimeType, content }) => {
    const name: PlacedText = { place: 'attachment', text: filename ?? '' };
    const kind = fileKind({ contentType: mimeType.toLowerCase(), filename });
    if (kind !== undefined && READ_LATER.has(kind)) return [name];
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    const texts = [...contentsOf(bytes)].flatMap((one) => textIn(one, kind) ?? []);
    const placed = texts.flatMap((text): PlacedText[] => [
      { place: 'attachment', text },
      ...(kind === 'html' ? [{ place: 'attachment', text, isHtml: true } as const] : []),
    ]);
    return [name, ...placed];
  });
}

/** The text of a file, also of an unknown kind; `undefined` if it is none. */
function textIn(bytes: Uint8Array, kind: FileKind | undefined): string | undefined {
  const probe = bytes.subarray(0, PROBE_BYTES);
  const wide = probe.includes(0) ? wideCharset(probe) : undefined;
  if (probe.includes(0) && wide === undefined) return undefined;
  const text = decodedText(bytes.subarray(0, MAX_FILE_BYTES), wide).slice(0, MAX_BODY_CHARACTERS);
  return kind === 'email' ? text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, '%$1') : text;
}

/** UTF-16 by its zero bytes, as which letters of ASCII begin or end. */
function wideCharset(probe: Uint8Array): string | undefined {
  const zeros = [0, 1].map((phase) => probe.filter((byte, at) => at % 2 === phase && byte === 0).length / probe.length);
  if ((zeros[1] ?? 0) > MIN_ZEROS) return 'utf-16le';
  return (zeros[0] ?? 0) > MIN_ZEROS ? 'utf-16be' : undefined;
}

/** A file, or what is in it if it is compressed or an archive. */
function* contentsOf(bytes: Uint8Array): Generator<Uint8Array> {
  const [first, second] = bytes;
  if (first === 0x1f && second === 0x8b) {
    const content = expanded(() => gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES }));
    if (content !== undefined) yield content;
  } else if (first === 0x50 && second === 0x4b) yield* entriesOfZip(Buffer.from(bytes));
  else yield bytes;
}

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;
const DEFLATED = 8;

/** The files of a ZIP archive within bounds, by its central directory. */
function* entriesOfZip(zip: Buffer): Generator<Uint8Array> {
  const end = zip.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0 || end + 22 > zip.length) return;
  let at = zip.readUInt32LE(end + 16);
  let left = MAX_FILE_BYTES;
  for (let count = 0; count < MAX_FILES && left > 0; count++) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== ENTRY) return;
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const start = zip.readUInt32LE(at + 42);
    at += ENTRY_BYTES + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (start + HEADER_BYTES > zip.length) return;
    const data = start + HEADER_BYTES + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const stored = zip.subarray(data, data + size);
    const room = { maxOutputLength: left };
    const content = method === DEFLATED ? expanded(() => inflateRawSync(stored, room)) : stored.subarray(0, left);
    left -= content?.length ?? 0;
    if (content !== undefined) yield content;
  }
}

function expanded(expand: () => Uint8Array): Uint8Array | undefined {
  try {
    return expand();
  } catch {
    // The file is damaged, or larger than the bounds.
    return undefined;
  }
}
