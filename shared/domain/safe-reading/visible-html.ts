import { type ChildNode, type Document, Element, isTag, isText, Text } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { type Color, LINK, legacyColorOf } from './css/css-color.ts';
import { type Declared, StyleAttributes } from './css/declarations.ts';
import { INITIAL_STYLE, type RenderedStyle, showsText, styleWithin } from './css/rendered-style.ts';
import { mergeDeclarations, StyleSheet } from './css/style-sheet.ts';
import { flattenHtml } from './flatten-html.ts';
import { INLINE_ELEMENTS } from './inline-elements.ts';
import { markupOf } from './markup-of.ts';
import { giveOneBody } from './one-body.ts';

/** What a person would see of the HTML of an email, and what they would not. */
export interface VisibleHtml {
  /** The HTML without what is hidden. */
  html: string;
  /** The texts that are hidden, in their order. */
  hidden: string[];
  /** The texts that are hidden before the first text that is seen. Mail programs show them in lists. */
  preheader: string[];
  /** The titles of the document and of its graphics, which no reader shows in the text. */
  titles: string[];
  /** The links that are seen, by their text. */
  links: { text: string; href: string }[];
  /** Whether some styles were not applied, because there are too many or they are nested too deep. */
  isIncomplete: boolean;
}

/** Elements that are never seen, whatever the style. Their text may be written for a program to read. */
const UNSEEN: ReadonlySet<string> = new Set(
  'template noscript noframes noembed option optgroup datalist select textarea object iframe audio video canvas metadata desc defs meter progress rp annotation annotation-xml'.split(
    ' ',
  ),
);
/** Elements of which the content is not text. */
const NOT_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'meta', 'link', 'base']);
const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption']);

const MAX_LINKS = 500;
/** A link with more text names no site. */
const MAX_LINK_TEXT = 300;

/**
 * What a person would see of an email: the HTML without the text that styles, attributes or elements hide. Nothing is
 * loaded. The work grows linearly with the size of the HTML, because it is flattened first and style sheets have
 * limits.
 *
 * See: docs/safe-reading.md.
 */
export function visibleHtml(html: string): VisibleHtml {
  // The parser knows one of the two ends of a comment.
  const whole = html.replaceAll('--!>', '-->');
  const flat = flattenHtml(whole);
  const document = parseDocument(flat);
  giveOneBody(document);
  const read = new Reader(document).read();
  // What is nested too deep is read without its tags, and so without its styles.
  return flat === whole ? read : { ...read, isIncomplete: true };
}

class Reader {
  readonly #document: Document;
  readonly #styles = new StyleAttributes();
  readonly #sheet: StyleSheet;
  readonly #hidden: string[] = [];
  readonly #preheader: string[] = [];
  readonly #titles: string[] = [];
  readonly #links: { text: string; href: string }[] = [];
  /** Whether text was found that is seen. */
  #hasBegun = false;

  constructor(document: Document) {
    this.#document = document;
    const hasDoctype = document.children.some((node) => node.type === 'directive' && /^!doctype/i.test(node.data));
    this.#sheet = new StyleSheet(!hasDoctype);
  }

  read(): VisibleHtml {
    this.#collectStyles(this.#document.children);
    const kept = this.#visible(this.#document.children, INITIAL_STYLE);
    return {
      html: markupOf(kept),
      hidden: this.#hidden,
      preheader: this.#preheader,
      titles: this.#titles,
      links: this.#links,
      isIncomplete: this.#sheet.isIncomplete,
    };
  }

  #collectStyles(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      if (node.name === 'style') this.#addStyle(node);
      else this.#collectStyles(node.children);
    }
  }

  #addStyle({ children, attribs: { type = '', media } }: Element): void {
    if (/^(?:text\/css)?$/i.test(type.trim())) this.#sheet.add(textOf(children), media);
  }

  /** The nodes that are seen. */
  #visible(nodes: readonly ChildNode[], style: RenderedStyle): ChildNode[] {
    return nodes.flatMap((node) => {
      if (isText(node)) return this.#visibleText(node, style);
      return isTag(node) ? this.#visibleElement(node, style) : [];
    });
  }

  #visibleText(node: Text, style: RenderedStyle): ChildNode[] {
    if (isBlank(node.data)) return [node];
    if (showsText(style)) {
      this.#hasBegun = true;
      return [node];
    }
    this.#hide(node.data);
    // The words on both sides stay two.
    return [new Text(' ')];
  }

  #visibleElement(element: Element, around: RenderedStyle): ChildNode[] {
    const { name, attribs } = element;
    if (name === 'title') {
      this.#titles.push(textOf(element.children));
      return [];
    }
    if (NOT_TEXT.has(name)) return [];
    const style = this.#styleOf(element, around);
    if (style.isGone || UNSEEN.has(name)) {
      this.#hide(textOf(element.children));
      return INLINE_ELEMENTS.has(name) ? [] : [new Text(' ')];
    }
    const seen = name === 'details' && attribs.open === undefined ? this.#summary(element) : element.children;
    element.children = this.#visible(seen, style);
    if (name === 'a' && attribs.href !== undefined && this.#links.length < MAX_LINKS) {
      this.#links.push({ text: textOf(element.children, MAX_LINK_TEXT), href: attribs.href });
    }
    // The words of cells next to each other stay two.
    if (name === 'td' || name === 'th') return [element, new Text(' ')];
    // The converter to text knows lines by the names of elements.
    return style.isOwnLine && INLINE_ELEMENTS.has(name) ? [new Element('div', {}, [element])] : [element];
  }

  /** Of closed details, only the first summary is seen. */
  #summary({ children }: Element): ChildNode[] {
    const summary = children.find((node) => isTag(node) && node.name === 'summary');
    for (const node of children) if (node !== summary) this.#hide(textOf([node]));
    return summary === undefined ? [] : [summary];
  }

  #styleOf(element: Element, around: RenderedStyle): RenderedStyle {
    const { name, attribs } = element;
    const declared = new Map<string, Declared>(attributeDeclarations(element));
    mergeDeclarations(declared, this.#sheet.declarationsFor(element));
    mergeDeclarations(declared, this.#styles.declarationsOf(attribs.style));
    const inLink = name === 'a' && attribs.href !== undefined ? { ...around, color: LINK } : around;
    return styleWithin(inLink, declared, { isInline: INLINE_ELEMENTS.has(name), isTablePart: TABLE_PARTS.has(name) });
  }

  #hide(text: string): void {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') (this.#hasBegun ? this.#hidden : this.#preheader).push(line);
  }
}

/** What the attributes of old HTML declare. Any style is stronger. */
function* attributeDeclarations({ name, attribs }: Element): Generator<[string, Declared]> {
  const isClosed = attribs.popover !== undefined || (name === 'dialog' && attribs.open === undefined);
  if (attribs.hidden !== undefined || isClosed) yield ['display', { value: 'none', isImportant: false }];
  if (GRAPHIC_TEXTS.has(name)) yield* graphicDeclarations(attribs);
  const color = colorText(name === 'body' ? attribs.text : name === 'font' ? attribs.color : undefined);
  if (color !== undefined) yield ['color', { value: color, isImportant: false }];
  const ground = colorText(attribs.bgcolor);
  if (ground !== undefined) yield ['background-color', { value: ground, isImportant: false }];
  if (attribs.background !== undefined) yield ['background-image', { value: 'url()', isImportant: false }];
}

/** Elements of graphics with text, and the attributes by which they are hidden. */
const GRAPHIC_TEXTS: ReadonlySet<string> = new Set(['svg', 'g', 'text', 'tspan', 'textpath', 'switch']);

function* graphicDeclarations(attribs: Readonly<Record<string, string>>): Generator<[string, Declared]> {
  for (const name of ['display', 'visibility', 'opacity', 'font-size']) {
    const value = attribs[name]?.trim().toLowerCase();
    if (value !== undefined) yield [name, { value, isImportant: false }];
  }
}

function colorText(attribute: string | undefined): string | undefined {
  const color: Color | undefined = attribute === undefined ? undefined : legacyColorOf(attribute);
  if (color === undefined) return undefined;
  const [red, green, blue] = [color.red, color.green, color.blue].map((part) => Math.round(part * 255));
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Blanks, and characters that take no room. Preheaders are filled with them. */
function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

/** The text of nodes, at most about `limit` characters of it. */
function textOf(nodes: readonly ChildNode[], limit = Number.POSITIVE_INFINITY): string {
  let text = '';
  for (const node of nodes) {
    if (text.length >= limit) break;
    if (isText(node)) text += node.data;
    else if (isTag(node)) text += `${textOf(node.children, limit - text.length)} `;
  }
  return text;
}
