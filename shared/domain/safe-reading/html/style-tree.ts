import { StyleAttributes } from '../css/declarations.ts';
import { defaultDisplay, isOwnLine } from '../css/element-defaults.ts';
import { INITIAL_STYLE, lineOf, type RenderedStyle, type Sight, sightOf } from '../css/rendered-style.ts';
import { type MatchedRules, mergeDeclarations } from '../css/rule-index.ts';
import type { StyleSheet } from '../css/style-sheet.ts';
import { type StyleContext, type Styled, styleWithin } from '../css/style-within.ts';
import { attributeStyles, linkColor } from './attribute-styles.ts';
import { readableBoxes } from './generated-boxes.ts';
import { isElement, type MailDocument, type MailElement, MailText } from './mail-tree.ts';
import { addRoom, heightOf, noRoom, type Room, roomOfText } from './room.ts';

/** Elements that paint something, whatever the style. */
const PAINTED: ReadonlySet<string> = new Set(
  'img svg input button select textarea iframe video object embed canvas meter progress hr'.split(' '),
);
/** How much larger than its box content may be before it counts as cut off. */
const TOLERANCE = 2;
/** Pixels of a box that shows no text. */
const MIN_BOX = 2;

/** The styles of all elements of a document, and what boxes do to the text of others. */
export class StyleTree {
  readonly #styled = new Map<MailElement, Styled>();
  /** Elements of which the content does not fit, or may not. */
  readonly #cut = new Map<MailElement, Sight>();
  /** Elements with content that other boxes may be over, and the number of these boxes. */
  readonly #covered = new Map<MailElement, number>();
  readonly #covering = new Map<MailElement, MailElement>();
  readonly #overflowing = new Set<MailElement>();
  readonly #sheet: StyleSheet;
  readonly #attributes: StyleAttributes;
  readonly #isQuirky: boolean;
  #link: string | undefined;
  #hasPaintedLayer = false;

  constructor(document: MailDocument, sheet: StyleSheet) {
    this.#sheet = sheet;
    this.#isQuirky = document.isQuirky;
    this.#attributes = new StyleAttributes(document.isQuirky);
    for (const node of document.children) if (isElement(node)) this.#read(node, INITIAL_STYLE, []);
  }

  /** The style of an element; `undefined` within an element that is not shown. */
  styleOf(element: MailElement): RenderedStyle | undefined {
    return this.#styled.get(element)?.style;
  }

  /** Whether what an element contains is cut off. */
  cutOf(element: MailElement): Sight {
    const cut = this.#cut.get(element);
    if (cut !== undefined) return cut;
    return this.#hasPaintedLayer && this.#overflowing.has(element) ? 'doubtful' : 'seen';
  }

  /** Whether other boxes may be over the content of an element. */
  isCovered(element: MailElement): boolean {
    return this.#covered.has(element);
  }

  /** The element that only this one may be over, and so not over its own content. */
  coveredBy(element: MailElement): MailElement | undefined {
    const target = this.#covering.get(element);
    return target !== undefined && this.#covered.get(target) === 1 ? target : undefined;
  }

  #read(element: MailElement, around: RenderedStyle, anchors: readonly MailElement[]): Room {
    if (element.name === 'body') this.#link = linkColor(element);
    const rules = this.#sheet.rulesFor(element);
    const styled = this.#withRules(element, around, rules);
    this.#styled.set(element, styled);
    const { style, box } = styled;
    if (/^col(?:group)?$/.test(element.name) && (style.isGone || !style.isVisible)) this.#cutTable(element);
    if (style.isGone) return noRoom();
    const inner = box?.isAnchor ? [...anchors, element] : anchors;
    const room = this.#roomWithin(element, style, inner);
    room.paints ||= styled.isPainted || PAINTED.has(element.name);
    if (box !== undefined) this.#judge(element, styled, room, anchors);
    const boxes = readableBoxes(rules.boxes, style, this.#context(element));
    if (boxes.isOver) this.#cover(box?.isAnchor ? element : (anchors.at(-1) ?? root(element)), undefined);
    if (boxes.isPaintedLayer) this.#hasPaintedLayer = true;
    return room;
  }

  /** A column that is not shown hides cells, and which ones depends on the whole table. */
  #cutTable(column: MailElement): void {
    for (let at = column.parent; isElement(at); at = at.parent) {
      if (at.name === 'table') {
        this.#cut.set(at, 'doubtful');
        return;
      }
    }
  }

  #roomWithin(element: MailElement, style: RenderedStyle, anchors: readonly MailElement[]): Room {
    const room = noRoom();
    let hasInline = false;
    const isPreserved = style.whiteSpace.startsWith('pre') || style.whiteSpace === 'break-spaces';
    for (const node of element.children) {
      if (node instanceof MailText) {
        const part = roomOfText(node.data, style.font, lineOf(style), isPreserved);
        hasInline ||= part.width > 0.5 * style.font;
        addRoom(room, part, false);
      } else if (isElement(node)) {
        const part = this.#read(node, style, anchors);
        const display = this.#styled.get(node)?.style.display ?? 'inline';
        const isBlock = isOwnLine(display);
        hasInline ||= !isBlock && part.width > 0;
        addRoom(room, part, isBlock || node.name === 'br');
        if (node.name === 'br') room.lines += 1;
      }
    }
    if (hasInline && style.display !== 'inline') room.lines += 1;
    return room;
  }

  #withRules(element: MailElement, around: RenderedStyle, rules: MatchedRules): Styled {
    const context = this.#context(element);
    const declared = attributeStyles(element, this.#link);
    mergeDeclarations(declared, rules.declarations);
    mergeDeclarations(declared, this.#attributes.declarationsOf(element.attributes.style));
    const styled = styleWithin(around, declared, context);
    const others = [...rules.perhaps, ...rules.firstLines];
    if (others.length === 0 || styled.style.isGone) return styled;
    // A rule that perhaps applies makes text doubtful if it would hide it.
    const isHidden = others.some((one) => {
      const merged = new Map(declared);
      mergeDeclarations(merged, one);
      const { style, box } = styleWithin(around, merged, context);
      const isCut = box?.clips === true && styled.box?.clips !== true;
      return isCut || (sightOf(style) !== 'seen' && sightOf(styled.style) === 'seen');
    });
    return isHidden ? { ...styled, style: { ...styled.style, isDoubtful: true } } : styled;
  }

  #context(element: MailElement): StyleContext {
    const { animations, ownFonts, registered } = this.#sheet;
    const graphic = element.kind !== 'svg' ? 'none' : element.name === 'svg' ? 'outermost' : 'inner';
    return { display: defaultDisplay(element), graphic, isQuirky: this.#isQuirky, animations, ownFonts, registered };
  }

  /** Notes what the box of an element does to text: its own, and that of others. */
  #judge(element: MailElement, { style, box }: Styled, room: Room, anchors: readonly MailElement[]): void {
    if (box === undefined) return;
    const height = heightOf(room, box.width);
    if (box.clips) {
      const cut = cutOf(room, style, { width: box.maxWidth, height: box.maxHeight, needed: height });
      if (cut !== 'seen') this.#cut.set(element, cut);
    } else if (box.maxHeight !== undefined && height > box.maxHeight + TOLERANCE) this.#overflowing.add(element);
    if (lineOf(style) < 0.5 * style.font) this.#overflowing.add(element);
    room.extra = box.maxHeight === undefined ? room.extra : Math.max(room.extra, box.maxHeight);
    if (!room.paints) return;
    if (box.isLayer) this.#hasPaintedLayer = true;
    if (box.covers === 'container') this.#cover(anchors.at(-1) ?? root(element), element);
    if (box.covers === 'neighbors') this.#cover(isElement(element.parent) ? element.parent : element, element);
  }

  #cover(target: MailElement, by: MailElement | undefined): void {
    this.#covered.set(target, (this.#covered.get(target) ?? 0) + 1);
    if (by !== undefined) this.#covering.set(by, target);
  }
}

/** Whether content fits into a box that cuts off what does not. */
function cutOf(
  room: Room,
  style: RenderedStyle,
  { width, height, needed }: { width: number | undefined; height: number | undefined; needed: number },
): Sight {
  if (room.width === 0) return 'seen';
  if ((width ?? MIN_BOX) < MIN_BOX || (height ?? MIN_BOX) < MIN_BOX) return 'hidden';
  if (height !== undefined && needed > height + TOLERANCE) return 'doubtful';
  const isOneLine = /nowrap|^pre$/.test(style.whiteSpace);
  if (width !== undefined && (isOneLine ? room.longestLine : room.longestWord) > width + TOLERANCE) return 'doubtful';
  return 'seen';
}

function root(element: MailElement): MailElement {
  let found = element;
  for (let at: unknown = element; isElement(at); at = at.parent) found = at;
  return found;
}
