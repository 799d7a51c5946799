import PostalMime, { type Email } from 'postal-mime';
import { Base64Part, type Budget, CutPart, type PartDecoder, PlainPart } from './part-bytes.ts';

/** A mail as read, or its header alone and the reason why the rest was not read. */
export interface BoundedEmail {
  email: Email;
  problem: string | null;
}

const OPTIONS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, forceRfc822Attachments: true } as const;

/** No mail that a person reads has more of them, and it is their number that makes a small mail expensive. */
const MOST_PARTS = 1_000;
const MOST_LINES = 2_000_000;
/** Bytes of a mail's texts, encoded as they are: far more than what is kept of them. */
const MOST_TEXT_BYTES = 8 * 1024 * 1024;
/** Bytes of the header that is read where the mail as a whole is not. */
const MOST_LONE_HEADER = 256 * 1024;

/**
 * Reads a mail within bounds of memory and time. By itself the parser keeps each line of a part as an object until the
 * part ends, some 2 KB each, so that a mail of 40 MB, which SES takes, costs its reader gigabytes. Here the bytes of
 * parts are collected, what nobody will see of a long text is passed over, and parts and lines are counted. Of a mail
 * beyond the bounds the header is read. Throws where not even that can be.
 *
 * Rule: specification, Mail (what cannot be parsed is kept and told). Source: SES, quotas (40 MB a mail).
 */
export async function readWithinBounds(raw: Uint8Array): Promise<BoundedEmail> {
  try {
    return { email: await boundedParser().parse(raw), problem: null };
  } catch (error) {
    const { text: _, html: __, ...email } = await PostalMime.parse(loneHeader(raw), OPTIONS);
    return { email: { ...email, attachments: [] }, problem: error instanceof Error ? error.message : 'not a mail' };
  }
}

/** A part that the parser is reading. */
interface Part {
  contentDecoder: PartDecoder | null;
  readonly contentTransferEncoding: { readonly encoding: string };
}

/** The parser's inside as far as bounds need it. It is nobody's promise: hence the exact version in package.json. */
interface ParserInside {
  readonly currentNode: Part;
  processLine(line: Uint8Array, isLast: boolean): Promise<void>;
  isInlineTextNode(part: Part): boolean;
}

function boundedParser(): PostalMime {
  const parser = new PostalMime(OPTIONS);
  const inside = parser as unknown as ParserInside;
  const processLine = inside.processLine.bind(parser);
  const texts: Budget = { bytes: MOST_TEXT_BYTES };
  const files: Budget = { bytes: Number.POSITIVE_INFINITY };
  const seen = new WeakSet<Part>();
  const bounded = new WeakSet<Part>();
  let lines = 0;
  let parts = 0;

  inside.processLine = (line, isLast) => {
    lines += 1;
    if (lines > MOST_LINES) throw new Error(`Maximum of ${MOST_LINES} lines exceeded`);
    const processed = processLine(line, isLast);
    const part = inside.currentNode;
    if (!seen.has(part)) {
      seen.add(part);
      parts += 1;
      if (parts > MOST_PARTS) throw new Error(`Maximum of ${MOST_PARTS} parts exceeded`);
    }
    // Where the header of a part ends, the parser chooses a decoder; not a byte has reached it yet.
    if (part.contentDecoder !== null && !bounded.has(part)) {
      bounded.add(part);
      part.contentDecoder = new CutPart(decoderOf(part), inside.isInlineTextNode(part) ? texts : files);
    }
    return processed;
  };
  return parser;
}

function decoderOf({ contentTransferEncoding: { encoding }, contentDecoder }: Part): PartDecoder {
  if (/base64/i.test(encoding)) return new Base64Part();
  if (/quoted-printable/i.test(encoding) && contentDecoder !== null) return contentDecoder;
  return new PlainPart();
}

/** The header of a mail without its body, cut at the end of a line where it is too long. */
function loneHeader(raw: Uint8Array): Uint8Array {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MOST_LONE_HEADER));
  const ends = [start.indexOf('\r\n\r\n'), start.indexOf('\n\n')].filter((end) => end !== -1);
  if (ends.length > 0) return start.subarray(0, Math.min(...ends));
  return start.subarray(0, start.lastIndexOf('\n') + 1);
}
