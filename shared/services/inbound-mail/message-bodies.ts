/** A part of an email as the parser builds it. */
export interface MimePart {
  readonly parentNode?: MimePart | undefined;
  readonly childNodes: readonly MimePart[];
  readonly contentType: { readonly parsed: StructuredField; readonly multipart: string | false };
  readonly contentDisposition: { readonly parsed: StructuredField };
  readonly contentId?: string | undefined;
}

interface StructuredField {
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The parts that one place of the body is read from, as plain text and as HTML. Without one of the two, it is made from
 * the other. Among the parts of the HTML may be some of plain text.
 */
export interface BodyPlace<P> {
  plain?: readonly P[];
  html?: readonly P[];
}

/** The body of an email, and the parts that are files, both in the order of the email. */
export interface MessageParts<P> {
  body: BodyPlace<P>[];
  files: { part: P; isRelated: boolean }[];
}

/**
 * Which parts of an email a mail program shows as its body, and which as files. Of alternatives it shows the last that
 * it knows: the last with HTML, and the last without, which is the plain form of it. Of a `multipart/related` it shows
 * the root, which its parameter `start` names. A text with a file name is a file, unless it is the whole email, an
 * alternative, or such a root. In the first part, only a `Content-Disposition` names a file.
 *
 * See: RFC 2046, section 5.1.4; RFC 2387, sections 3.1 and 3.2; RFC 2183, section 2.
 */
export function messageParts<P extends MimePart>(root: P): MessageParts<P> {
  const parts: MessageParts<P> = { body: [], files: [] };
  parts.body = placesOf(root, parts, false);
  return parts;
}

/** Whether a part is a text that may belong to the body, as far as its own header and those around it say. */
export function isBodyText(part: MimePart): boolean {
  const { value } = part.contentType.parsed;
  if (part.contentDisposition.parsed.value === 'attachment') return false;
  const isWhole = part.parentNode === undefined;
  // A type without a subtype is text. See: RFC 2045, section 5.2.
  if (value !== 'text/plain' && value !== 'text/html' && !(isWhole && !value.includes('/'))) return false;
  return isWhole || !isNamed(part) || part.parentNode?.contentType.multipart === 'alternative' || isRoot(part);
}

/**
 * Whether a part has a file name. Some programs name the text of an email by its type, so that name counts only for the
 * parts that follow, or with a disposition.
 */
function isNamed(part: MimePart): boolean {
  const { parsed: disposition } = part.contentDisposition;
  if (disposition.params.filename) return true;
  const isFirst = part.parentNode?.childNodes[0] === part;
  return Boolean(part.contentType.parsed.params.name) && !(isFirst && disposition.value === '');
}

/** Whether a part is the root of a `multipart/related` that it belongs to. */
function isRoot(part: MimePart): boolean {
  const { parentNode } = part;
  return parentNode?.contentType.multipart === 'related' && rootOf(parentNode) === part;
}

/** The root of a `multipart/related`: the part that `start` names, or the first one. */
function rootOf<P extends MimePart>(related: P): MimePart | undefined {
  const start = idOf(related.contentType.parsed.params.start);
  const named = start === '' ? undefined : related.childNodes.find(({ contentId }) => idOf(contentId) === start);
  return named ?? related.childNodes[0];
}

function idOf(field: string | undefined): string {
  return (field ?? '').trim().replace(/^<|>$/g, '');
}

function placesOf<P extends MimePart>(part: P, parts: MessageParts<P>, isRelated: boolean): BodyPlace<P>[] {
  const { multipart } = part.contentType;
  if (multipart === false) {
    if (isBodyText(part)) return [part.contentType.parsed.value === 'text/html' ? { html: [part] } : { plain: [part] }];
    parts.files.push({ part, isRelated });
    return [];
  }
  const children = part.childNodes as readonly P[];
  if (multipart === 'related') return placesOfRelated(part, children, parts);
  const places = children.map((child) => placesOf(child, parts, isRelated));
  return multipart === 'alternative' ? placesOfAlternatives(places) : places.flat();
}

/** The places of the root. A text that is not the root is a file: programs show it only where the root refers to it. */
function placesOfRelated<P extends MimePart>(part: P, children: readonly P[], parts: MessageParts<P>): BodyPlace<P>[] {
  const root = rootOf(part);
  return children.flatMap((child) => {
    if (child === root) return placesOf(child, parts, true);
    addFiles(child, parts);
    return [];
  });
}

/** Adds a part that is not shown, and all parts in it. */
function addFiles<P extends MimePart>(part: P, parts: MessageParts<P>): void {
  if (part.contentType.multipart === false) parts.files.push({ part, isRelated: true });
  for (const child of part.childNodes as readonly P[]) addFiles(child, parts);
}

function placesOfAlternatives<P>(alternatives: readonly BodyPlace<P>[][]): BodyPlace<P>[] {
  const html = alternatives.findLast((places) => places.some((place) => place.html !== undefined));
  const plain = alternatives.findLast(
    (places) => places.length > 0 && places.every((place) => place.html === undefined),
  );
  if (html === undefined || plain === undefined) return html ?? plain ?? [];
  const texts = plain.flatMap((place) => place.plain ?? []);
  // One plain form for all places of the HTML: it goes with the first one.
  return html.map((place, index) => ({ html: place.html ?? place.plain ?? [], plain: index === 0 ? texts : [] }));
}
