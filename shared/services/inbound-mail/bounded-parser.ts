import PostalMime, { type Email } from 'postal-mime';
import { type BodyText, bodyTexts } from './body-texts.ts';
import { canonicalWords } from './encoded-words.ts';
import { extendedParameter } from './extended-parameter.ts';
import { unflowed } from './flowed-text.ts';
import { headerOnly } from './header-only.ts';
import { isBodyText, type MimePart, messageParts } from './message-bodies.ts';
import {
  Base64Part,
  type Budget,
  type LineEnds,
  type PartDecoder,
  PlainPart,
  QuotedPrintablePart,
  TruncatingDecoder,
} from './part-decoders.ts';
import { decodedText, isUtf8 } from './text-charset.ts';

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

/** A header field as the parser lists it. */
interface Field {
  readonly key: string;
  readonly value: string;
}

/** A field with parameters, and its text. */
type RawField = MimePart['contentDisposition'] & { readonly value: string };

/** The part that the parser is reading. */
interface Part extends MimePart {
  readonly contentType: MimePart['contentType'] & RawField;
  readonly contentDisposition: RawField;
  readonly state: 'header' | 'body' | 'finished';
  readonly childNodes: readonly Part[];
  readonly content: ArrayBuffer | null;
  contentDecoder: PartDecoder | null;
  readonly contentTransferEncoding: { readonly encoding: string };
  headers: Field[];
  feed(line: Uint8Array): void;
  processHeaders(): void;
  getTextContent(): string;
}

/** The private members of the parser that the limits need. They may change, so package.json pins the exact version. */
interface ParserInternals {
  readonly root: Part;
  readonly currentNode: Part;
  readonly attachments: Email['attachments'];
  processLine(line: Uint8Array, isLast: boolean): Promise<void>;
  collectNode(root: Part): Promise<void>;
  collectAttachment(part: Part, content: ArrayBuffer, isRelated: boolean, isTooDeep: boolean): void;
  renderTextContent(): void;
  buildMessage(): Email;
}

class BoundedParser {
  readonly #parser = new PostalMime(OPTIONS);
  // The library's types do not declare these members.
  readonly #internals = this.#parser as unknown as ParserInternals;
  readonly #textBudget: Budget = { bytes: MAX_TEXT_BYTES };
  readonly #fileBudget: Budget = { bytes: Number.POSITIVE_INFINITY };
  readonly #seen = new WeakSet<Part>();
  readonly #decoded = new WeakSet<Part>();
  #texts: ReturnType<typeof bodyTexts> = { text: undefined, html: undefined };
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
    this.#internals.collectNode = async (root) => this.#collect(root);
    this.#internals.renderTextContent = () => {};
    const buildMessage = this.#internals.buildMessage.bind(this.#parser);
    this.#internals.buildMessage = () => withCanonicalWords(this.#internals.root, buildMessage);
    this.#limit(this.#internals.currentNode);
  }

  async parse(raw: Uint8Array): Promise<Email> {
    // The parser copies a view, but not a whole buffer.
    const { buffer, byteLength } = raw;
    const whole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    const email = await this.#parser.parse(whole ? buffer : raw);
    const { text, html } = this.#texts;
    return { ...email, ...(text !== undefined && { text }), ...(html !== undefined && { html }) };
  }

  /** Decides which parts are the body and which are files, in place of the parser. */
  #collect(root: Part): void {
    const { body, files } = messageParts(root);
    this.#texts = bodyTexts(body, textOf);
    for (const { part, isRelated } of files) {
      if (part.content === null) continue;
      this.#internals.collectAttachment(part, part.content, isRelated, false);
      // The parser writes an invitation anew, in UTF-8 and with other line ends.
      const file = this.#internals.attachments.at(-1);
      if (file !== undefined) file.content = part.content;
    }
  }

  #limit(part: Part): void {
    if (!this.#seen.has(part)) {
      this.#seen.add(part);
      this.#parts += 1;
      if (this.#parts > MAX_PARTS) throw new Error(`Maximum of ${MAX_PARTS} parts exceeded`);
      this.#limitFields(part);
      decodeWordsOfNames(part);
      part.getTextContent = () => textOf(part).text;
    }
    // The parser chooses the decoder at the end of the part's header, before the decoder gets any bytes.
    if (part.contentDecoder !== null && !this.#decoded.has(part)) {
      this.#decoded.add(part);
      const isText = isBodyText(part);
      const fileEnds = { bytes: CR_LF, isLastEnded: part === this.#internals.root };
      const decoder = decoderOf(part, isText ? TEXT_ENDS : fileEnds);
      part.contentDecoder = new TruncatingDecoder(decoder, isText ? this.#textBudget : this.#fileBudget);
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
      if (fieldBytes <= MAX_FIELD_BYTES) feed(inUtf8(line));
      else if (!isContinued) feed(inUtf8(line.subarray(0, MAX_FIELD_BYTES)));
    };
  }
}

/** A line of a header in UTF-8, in which the parser reads it (RFC 6532); others are windows-1252. */
function inUtf8(line: Uint8Array): Uint8Array {
  return isUtf8(line) ? line : new TextEncoder().encode(decodedText(line, undefined));
}

/** Reads the names of files once the header of a part is read, before the parser decodes their encoded words. */
function decodeWordsOfNames(part: Part): void {
  const processHeaders = part.processHeaders.bind(part);
  part.processHeaders = () => {
    processHeaders();
    const { contentType, contentDisposition } = part;
    decodeName(contentType, 'name');
    decodeName(contentDisposition, 'filename');
  };
}

function decodeName({ value: field, parsed }: RawField, parameter: string): void {
  const params = parsed.params as Record<string, string>;
  const value = params[parameter];
  if (value === undefined) return;
  // The parser decodes an extended parameter as it is labelled.
  params[parameter] = extendedParameter(field, parameter) ?? canonicalWords(value);
}

/** Builds the message from fields with canonical words. Its list of fields has what the sender wrote. */
function withCanonicalWords(root: Part, build: () => Email): Email {
  const original = root.headers;
  root.headers = original.map((field) => ({ ...field, value: canonicalWords(field.value) }));
  const email = build();
  root.headers = original;
  return { ...email, headers: original as Email['headers'] };
}

/** The text of a part, by its charset and its format. */
function textOf({ content, contentType: { parsed } }: Part): BodyText {
  const type = parsed.value === 'text/html' ? 'html' : 'plain';
  const { charset, format = '', delsp = '' } = parsed.params;
  const text = content === null ? '' : decodedText(new Uint8Array(content), charset, type);
  if (type === 'html' || format.toLowerCase() !== 'flowed') return { type, text };
  return { type, text: unflowed(text, { delSp: delsp.toLowerCase() === 'yes' }) };
}

const SPACE = 0x20;
const TAB = 0x09;

/** Line ends of a file as SMTP carries them (RFC 5321, section 2.3.8), so that its bytes are those of the sender. */
const CR_LF = new Uint8Array([0x0d, 0x0a]);
const TEXT_ENDS: LineEnds = { bytes: new Uint8Array([0x0a]), isLastEnded: true };

function decoderOf({ contentTransferEncoding: { encoding } }: Part, ends: LineEnds): PartDecoder {
  if (/base64/i.test(encoding)) return new Base64Part();
  if (/quoted-printable/i.test(encoding)) return new QuotedPrintablePart(ends);
  return new PlainPart(ends);
}
