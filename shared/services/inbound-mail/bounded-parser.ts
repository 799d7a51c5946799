import PostalMime, { type Email } from 'postal-mime';
import { bodyTexts, type TextParts } from './body-texts.ts';
import { headerOnly } from './header-only.ts';
import { Base64Part, type Budget, type PartDecoder, PlainPart, TruncatingDecoder } from './part-decoders.ts';

/** A mail as read, or its header alone and the reason why the rest was not read. */
export interface BoundedEmail {
  email: Email;
  problem: string | null;
  /** Whether no header field is missing. */
  isHeaderWhole: boolean;
}

const OPTIONS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, forceRfc822Attachments: true } as const;

/** No mail that a person reads has more of them, and it is their number that makes a small mail expensive. */
const MAX_PARTS = 1_000;
const MAX_LINES = 2_000_000;
/** Bytes of a mail's texts, encoded as they are: far more than what is kept of them. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
/**
 * Bytes of a header field that are read, as many as Postfix admits (`header_size_limit`), up to the end of a line where
 * there is one. The parser's work on some fields grows like their square: each of many encoded words goes through all
 * that were joined before it.
 */
const MAX_FIELD_BYTES = 100 * 1024;

/**
 * Reads a mail within bounds of memory and time. By itself the parser keeps each line of a part as an object until the
 * part ends, some 2 KB each, so that a mail of 40 MB, which SES takes, costs its reader gigabytes. Here the bytes of
 * parts are collected, what nobody will see of a long text or a long field is passed over, and parts and lines are
 * counted. Of a mail beyond the bounds the header is read. Throws where not even that can be.
 *
 * See: docs/contract/mail.md#inbound-mail; SES, quotas (40 MB a mail).
 */
export async function readWithinBounds(raw: Uint8Array): Promise<BoundedEmail> {
  try {
    return { email: await new BoundedParser().parse(raw), problem: null, isHeaderWhole: true };
  } catch (error) {
    const { bytes, isWhole } = headerOnly(raw);
    const { text: _, html: __, ...email } = await new BoundedParser().parse(bytes);
    const problem = error instanceof Error ? error.message : 'not a mail';
    return { email: { ...email, attachments: [] }, problem, isHeaderWhole: isWhole };
  }
}

/** A part that the parser is reading. */
interface Part {
  readonly state: 'header' | 'body' | 'finished';
  contentDecoder: PartDecoder | null;
  readonly contentTransferEncoding: { readonly encoding: string };
  feed(line: Uint8Array): void;
}

/** The parser's inside as far as bounds need it. It is nobody's promise: hence the exact version in package.json. */
interface ParserInternals {
  readonly currentNode: Part;
  readonly textMap: TextParts;
  processLine(line: Uint8Array, isLast: boolean): Promise<void>;
  isInlineTextNode(part: Part): boolean;
  renderTextContent(): void;
}

class BoundedParser {
  readonly #parser = new PostalMime(OPTIONS);
  readonly #inside = this.#parser as unknown as ParserInternals;
  readonly #texts: Budget = { bytes: MAX_TEXT_BYTES };
  readonly #files: Budget = { bytes: Number.POSITIVE_INFINITY };
  readonly #seen = new WeakSet<Part>();
  readonly #decoded = new WeakSet<Part>();
  #lines = 0;
  #parts = 0;
  #headerBytes = 0;

  constructor() {
    const processLine = this.#inside.processLine.bind(this.#parser);
    this.#inside.processLine = (line, isLast) => {
      this.#lines += 1;
      if (this.#lines > MAX_LINES) throw new Error(`Maximum of ${MAX_LINES} lines exceeded`);
      const processed = processLine(line, isLast);
      this.#bound(this.#inside.currentNode);
      return processed;
    };
    this.#inside.renderTextContent = () => {};
    this.#bound(this.#inside.currentNode);
  }

  async parse(raw: Uint8Array): Promise<Email> {
    // A view is copied by the parser, a whole buffer is not.
    const { buffer, byteLength } = raw;
    const whole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    const email = await this.#parser.parse(whole ? buffer : raw);
    const { text, html } = bodyTexts(this.#inside.textMap);
    return { ...email, ...(text !== undefined && { text }), ...(html !== undefined && { html }) };
  }

  #bound(part: Part): void {
    if (!this.#seen.has(part)) {
      this.#seen.add(part);
      this.#parts += 1;
      if (this.#parts > MAX_PARTS) throw new Error(`Maximum of ${MAX_PARTS} parts exceeded`);
      this.#boundFields(part);
    }
    // Where the header of a part ends, the parser chooses a decoder; not a byte has reached it yet.
    if (part.contentDecoder !== null && !this.#decoded.has(part)) {
      this.#decoded.add(part);
      const budget = this.#inside.isInlineTextNode(part) ? this.#texts : this.#files;
      part.contentDecoder = new TruncatingDecoder(decoderOf(part), budget);
    }
  }

  /** Lets a part see no more of a field than is read of one. What is passed over counts as header all the same. */
  #boundFields(part: Part): void {
    const feed = part.feed.bind(part);
    let fieldBytes = 0;
    part.feed = (line) => {
      if (part.state !== 'header' || line.length === 0) return feed(line);
      this.#headerBytes += line.length;
      if (this.#headerBytes > OPTIONS.maxHeadersSize) {
        throw new Error(`Maximum header size of ${OPTIONS.maxHeadersSize} bytes exceeded`);
      }
      const isContinued = line[0] === SPACE || line[0] === TAB;
      fieldBytes = isContinued ? fieldBytes + line.length : line.length;
      if (fieldBytes <= MAX_FIELD_BYTES) feed(line);
      else if (!isContinued) feed(line.subarray(0, MAX_FIELD_BYTES));
    };
  }
}

const SPACE = 0x20;
const TAB = 0x09;

function decoderOf({ contentTransferEncoding: { encoding }, contentDecoder }: Part): PartDecoder {
  if (/base64/i.test(encoding)) return new Base64Part();
  if (/quoted-printable/i.test(encoding) && contentDecoder !== null) return contentDecoder;
  return new PlainPart();
}
