/** An image that models read, by its bytes. */
export interface KnownImage {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

type Size = Pick<KnownImage, 'width' | 'height'>;

/** Reads the size of an image; undefined for bytes that are not a whole image of its format. */
type ReadSize = (bytes: Buffer) => Size | undefined;

/**
 * What image some bytes are, whatever their sender says; undefined for other bytes, and for an image that has no end.
 * The places are those of PNG (third edition), sections 5.2 and 11.2.1, of ITU-T T.81, annex B, for JPEG, and of
 * GIF89a, sections 17, 18 and 27.
 *
 * See: RFC 9649, section 2.
 */
export function imageKind(given: Uint8Array): KnownImage | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  for (const [mediaType, read] of READERS) {
    const size = read(bytes);
    if (size !== undefined && size.width > 0 && size.height > 0) return { mediaType, ...size };
  }
  return undefined;
}

const begins = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

const PNG_BEGIN = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const PNG_END = '\0\0\0\0IEND\xae\x42\x60\x82';

const png: ReadSize = (bytes) => {
  if (bytes.length < 45 || !begins(bytes, PNG_BEGIN) || !begins(bytes, PNG_END, bytes.length - PNG_END.length)) return;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
};

const gif: ReadSize = (bytes) => {
  const isGif = begins(bytes, 'GIF87a') || begins(bytes, 'GIF89a');
  if (!isGif || bytes.length < 14 || bytes.at(-1) !== 0x3b) return;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
};

/** Markers of a JPEG: the frames, which have the size; those that are not frames; the begin and the end of the data. */
const [FIRST_FRAME, LAST_FRAME] = [0xc0, 0xcf];
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
const SCAN = 0xda;
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** Reads the segments of a JPEG up to its data, behind which cameras may add more than its end. */
const jpeg: ReadSize = (bytes) => {
  if (!begins(bytes, '\xff\xd8\xff')) return;
  let size: Size | undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number;
    if (marker === SCAN) return bytes.includes(JPEG_END, at) ? size : undefined;
    if (marker >= FIRST_FRAME && marker <= LAST_FRAME && !NO_FRAMES.includes(marker)) {
      size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    // Any number of fill bytes may be before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return;
};

const webp: ReadSize = (bytes) => {
  if (bytes.length < 30 || !begins(bytes, 'RIFF') || !begins(bytes, 'WEBP', 8)) return;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return begins(bytes, '\x9d\x01\x2a', 23)
        ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
        : undefined;
    case 'VP8L':
      return bytes[20] === 0x2f ? losslessSize(bytes.readUInt32LE(21)) : undefined;
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return;
  }
};

/** Both sizes less one, in 14 bits each. */
function losslessSize(bits: number): Size {
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const READERS: readonly (readonly [KnownImage['mediaType'], ReadSize])[] = [
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/gif', gif],
  ['image/webp', webp],
];
