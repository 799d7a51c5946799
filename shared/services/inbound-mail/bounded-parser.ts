import PostalMime, { type Email } from 'postal-mime';
import { bodyTexts, type TextParts } from './body-texts.ts';
import { headerOnly } from './header-only.ts';
import { Base64Part, type Budget, type PartDecoder, PlainPart, TruncatingDecoder } from './part-decoders.ts';

/** A parsed mail, or only its header and the reason why the rest was not parsed. */
export interface BoundedEmail {
  email: Email;
  problem: string | null;
  /** Whether all header fields were parsed. */
  isHeaderWhole: boolean;
}

const OPTIONS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, forceRfc822Attachments: true } as const;

/** No mail that a person reads has more parts, and a small mail with many parts is expensive to parse. */
const MAX_PARTS = 1_000;
const MAX_LINES = 2_000_000;
/** Bytes of an email's encoded texts: far more than the service stores of them. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
/**
 * Bytes of a header field that are parsed, cut at a line end if there is one. Postfix has the same limit
 * (`header_size_limit`). The parser takes quadratic time on some fields: it processes each encoded word together with
 * all words before it.
 */
const MAX_FIELD_BYTES = 100 * 1024;

/**
 * Parses an email within limits of memory and time. The parser alone keeps each line of a part as an object of about 2
 * KB until the part ends, so an email of 40 MB, which SES accepts, would need gigabytes. This class collects the bytes
 * of parts, skips what exceeds the limits of a text or field, and limits the number of parts and lines. For an email
 * beyond the limits, it parses only the header. Throws if even that fails.
 *
 * See: docs/contract/mail.md#inbound-mail; AWS SES quotas (40 MB per mail).
 */
export async function readWithinBounds(raw: Uint8Array): Promise<BoundedEmail> {
  try {
    return { email: await new BoundedParser().parse(raw), problem: null, isHeaderWhole: true };
  } catch (error) {
    const { bytes, isWhole } = headerOnly(raw);
    const { text: _, html: __, ...email } = await new BoundedParser().parse(bytes);
    const problem = error instanceof Error ? error.message : 'not an email';
    return { email: { ...email, attachments: [] }, problem, isHeaderWhole: isWhole };
  }
}

/** The part that the parser is reading. */
interface Part {
  readonly state: 'header' | 'body' | 'finished';
  contentDecoder: PartDecoder | null;
  readonly contentTransferEncoding: { readonly encoding: string };
  feed(line: Uint8Array): void;
}

/** The private members of the parser that the limits need. They may change, so package.json pins the exact version. */
interface ParserInternals {
  readonly currentNode: Part;
  readonly textMap: TextParts;
  processLine(line: Uint8Array, isLast: boolean): Promise<void>;
  isInlineTextNode(part: Part): boolean;
  renderTextContent(): void;
}

class BoundedParser {
  readonly #parser = new PostalMime(OPTIONS);
  // The library's types do not declare these members.
  readonly #internals = this.#parser as unknown as ParserInternals;
  readonly #texts: Budget = { bytes: MAX_TEXT_BYTES };
  readonly #files: Budget = { bytes: Number.POSITIVE_INFINITY };
  readonly #seen = new WeakSet<Part>();
  readonly #decoded = new WeakSet<Part>();
  #lines = 0;
  #parts = 0;
  #headerBytes = 0;

  constructor() {
    const processLine = this.#internals.processLine.bind(this.#parser);
    this.#internals.processLine = (line, isLast) => {
      this.#lines += 1;
      if (this.#lines > MAX_LINES) throw new Error(`Maximum of ${MAX_LINES} lines exceeded`);
      const processed = processLine(line, isLast);
      this.#limit(this.#internals.currentNode);
      return processed;
    };
    this.#internals.renderTextContent = () => {};
    this.#limit(this.#internals.currentNode);
  }

  async parse(raw: Uint8Array): Promise<Email> {
    // The parser copies a view, but not a whole buffer.
    const { buffer, byteLength } = raw;
    const whole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    const email = await this.#parser.parse(whole ? buffer : raw);
    const { text, html } = bodyTexts(this.#internals.textMap);
    return { ...email, ...(text !== undefined && { text }), ...(html !== undefined && { html }) };
  }

  #limit(part: Part): void {
    if (!this.#seen.has(part)) {
      this.#seen.add(part);
      this.#parts += 1;
      if (this.#parts > MAX_PARTS) throw new Error(`Maximum of ${MAX_PARTS} parts exceeded`);
      this.#limitFields(part);
    }
    // The parser chooses the decoder at the end of the part's header, before the decoder gets any bytes.
    if (part.contentDecoder !== null && !this.#decoded.has(part)) {
      this.#decoded.add(part);
      const budget = this.#internals.isInlineTextNode(part) ? this.#texts : this.#files;
      part.contentDecoder = new TruncatingDecoder(decoderOf(part), budget);
    }
  }

  /** Truncates long fields of a part. The skipped bytes still count towards the header's size. */
  #limitFields(part: Part): void {
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
