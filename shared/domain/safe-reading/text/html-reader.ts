import { containerOf } from '#shared/domain/quotations/quotation-containers.ts';
import { isFlex, isOwnLine } from '../css/element-defaults.ts';
import { type RenderedStyle, type Sight, sightOf } from '../css/rendered-style.ts';
import { isElement, type MailElement, type MailNode, MailText, textOf } from '../html/mail-tree.ts';
import type { StyleTree } from '../html/style-tree.ts';
import { hasRoomFor, type ShownValue, shownArea, shownInput, shownOptions } from './form-controls.ts';
import { sightOfGraphic } from './graphics.ts';
import { type Around, LineWriter, OUTSIDE, type WrittenLine } from './line-writer.ts';
import { isItsAddress } from './link-addresses.ts';
import type { LinkList } from './link-list.ts';
import { markerOf } from './list-markers.ts';
import { hasSize, isPictureTextSeen } from './picture-text.ts';
import { hasShadowTree, isBlank, isInList, isShapeless, LISTS, worse } from './reading-rules.ts';
import { writeRow } from './table-rows.ts';
import type { UnseenTexts } from './unseen-texts.ts';

/** Elements that are never seen, whatever the style. Their text may be written for a program to read. */
const UNSEEN: ReadonlySet<string> = new Set(
  'template noframes noembed datalist iframe audio video metadata desc defs meter progress rp annotation annotation-xml frameset'.split(
    ' ',
  ),
);
/** Elements of which the content is not text. */
const NOT_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'meta', 'link', 'base']);
/** Elements with an empty line before and after them. See: HTML Living Standard, section 15.3.3. */
const GAPS: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre figure table form hr'.split(' '),
);
const RULE = '-'.repeat(40);
/** A letter of a font of signs is the mark of a list. */
const SIGN = '•';

/** What is known where a node is. */
interface Place {
  readonly style: RenderedStyle;
  /** What the boxes around do to the text. */
  readonly sight: Sight;
  readonly coveredBy: readonly MailElement[];
}

/** Reads the tree of an email: writes what a person sees, and collects what they do not. */
export class HtmlReader {
  readonly #styles: StyleTree;
  readonly #links: LinkList;
  readonly #unseen: UnseenTexts;
  #writer = new LineWriter(OUTSIDE);

  constructor(styles: StyleTree, links: LinkList, unseen: UnseenTexts) {
    this.#styles = styles;
    this.#links = links;
    this.#unseen = unseen;
  }

  /** Reads nodes. `sight`: what is known about all of them. */
  read(nodes: readonly MailNode[], style: RenderedStyle, sight: Sight): WrittenLine[] {
    this.#nodes(nodes, { style, sight, coveredBy: [] });
    return this.#writer.finish();
  }

  #nodes(nodes: Iterable<MailNode>, place: Place): void {
    for (const node of nodes) {
      if (node instanceof MailText) this.#text(node, place);
      else if (isElement(node)) this.#element(node, place);
    }
  }

  #text({ data, isUnplaced, parent }: MailText, place: Place): void {
    const isPreserved = /^(?:pre|break-spaces)/.test(place.style.whiteSpace);
    if (isBlank(data)) {
      this.#writer.addText(data, isPreserved && !/^[\r\n]*$/.test(data));
      return;
    }
    const sight = worse(isUnplaced ? 'doubtful' : isShapeless(parent) ? 'hidden' : 'seen', this.#sightAt(place));
    if (sight !== 'seen') {
      this.#unseen.add(data, sight);
      // The words on both sides stay two.
      this.#writer.addSpace();
      return;
    }
    if (place.style.letters === 'signs') {
      if (data.trim().length > 2) this.#unseen.add(data, 'doubtful');
      else this.#writer.addText(SIGN, false);
      return;
    }
    this.#unseen.hasBegun = true;
    this.#writer.addText(data, isPreserved);
  }

  #sightAt({ style, sight, coveredBy }: Place): Sight {
    return worse(worse(sight, coveredBy.length > 0 ? 'doubtful' : 'seen'), sightOf(style));
  }

  #element(element: MailElement, around: Place): void {
    const { name } = element;
    if (name === 'title') {
      this.#unseen.titles.push(textOf(element.children));
      return;
    }
    if (name === 'script' && !/json/i.test(element.attributes.type ?? '')) this.#leaveOut(element, 'hidden');
    if (NOT_TEXT.has(name)) return;
    const style = this.#styles.styleOf(element);
    if (style === undefined || style.isGone || UNSEEN.has(name)) {
      this.#leaveOut(element, 'hidden');
      return;
    }
    const place = this.#placeOf(element, style, around);
    if (name === 'br') this.#writer.breakLine();
    else if (name === 'hr') this.#rule(place);
    else if (this.#isReplaced(element, place)) return;
    else this.#content(element, place);
  }

  #placeOf(element: MailElement, style: RenderedStyle, around: Place): Place {
    const { name, kind } = element;
    let sight = worse(around.sight, this.#styles.cutOf(element));
    if (kind !== 'html' && /^(?:svg|math)$/.test(name)) sight = worse(sight, sightOfGraphic(element, style));
    if (name === 'marquee' || (name === 'bdo' && /^rtl$/i.test(element.attributes.dir ?? '')))
      sight = worse(sight, 'doubtful');
    if (hasShadowTree(element)) sight = worse(sight, 'doubtful');
    const target = this.#styles.coveredBy(element);
    const coveredBy = around.coveredBy.filter((one) => one !== target);
    if (this.#styles.isCovered(element)) coveredBy.push(element);
    return { style, sight, coveredBy };
  }

  /** Elements that show something else than their content. */
  #isReplaced(element: MailElement, place: Place): boolean {
    switch (element.name) {
      case 'img':
        this.#picture(element, place);
        return true;
      case 'input':
        this.#control(shownInput(element), place);
        return true;
      case 'textarea':
        this.#control(shownArea(element), place, true);
        return true;
      case 'select':
        this.#control(shownOptions(element), place, true);
        return true;
      case 'object':
        this.#leaveOut(element, element.attributes.data === undefined ? 'doubtful' : 'hidden');
        return true;
      default:
        return false;
    }
  }

  #control({ shown, unseen, isCut }: ShownValue, place: Place, isPreserved = false): void {
    const sight = worse(this.#sightAt(place), hasRoomFor(shown, place.style) ? 'seen' : 'doubtful');
    this.#writer.addSpace();
    if (sight === 'seen') {
      if (shown !== '') this.#unseen.hasBegun = true;
      this.#writer.addText(shown, isPreserved);
    } else this.#unseen.add(shown, sight);
    if (unseen !== '') this.#unseen.add(unseen, isCut ? 'doubtful' : 'hidden');
    this.#writer.addSpace();
  }

  #picture(element: MailElement, place: Place): void {
    const text = element.attributes.alt?.trim() ?? '';
    const sight = worse(place.sight, place.style.isVisible && place.style.opacity > 0.1 ? 'seen' : 'hidden');
    if (sight === 'seen' && hasSize(element)) this.#unseen.hasPictures = true;
    if (text === '') return;
    if (sight !== 'seen') this.#unseen.add(text, sight);
    else if (!isPictureTextSeen(element, place.style)) this.#unseen.spare.push(text);
    else this.#writer.addText(text, false);
  }

  #rule(place: Place): void {
    this.#writer.endLine(true);
    if (place.style.isVisible) this.#writer.addText(RULE, false);
    this.#writer.endLine(true);
  }

  #leaveOut(element: MailElement, sight: 'hidden' | 'doubtful'): void {
    this.#unseen.add(textOf(element.name === 'template' ? element.template.children : element.children), sight);
    this.#writer.addSpace();
  }

  #content(element: MailElement, place: Place): void {
    const { name, attributes } = element;
    const isBlock = isOwnLine(place.style.display);
    const hasGap = isBlock && GAPS.has(name);
    if (isBlock) this.#writer.endLine(hasGap);
    else if (place.style.display.startsWith('inline-') || this.#isFlexItem(element)) this.#writer.addSpace();
    const around = this.#aroundOf(element);
    this.#writer.within({ ...(around && { around }), indent: LISTS.has(name) && isInList(element) }, () => {
      if (place.style.display === 'table-row') this.#row(element, place);
      else if (name === 'li') this.#item(element, place);
      else if (name === 'a' && attributes.href !== undefined) this.#link(element, attributes.href, place);
      else this.#nodes(name === 'details' ? this.#details(element) : element.children, place);
      if (isBlock) this.#writer.endLine(hasGap);
    });
    if (name === 'td' || name === 'th' || this.#isFlexItem(element)) this.#writer.addSpace();
  }

  #isFlexItem({ parent }: MailElement): boolean {
    return isElement(parent) && isFlex(this.#styles.styleOf(parent)?.display ?? '');
  }

  #aroundOf(element: MailElement): Around | undefined {
    const container = containerOf(element);
    if (container === undefined) return undefined;
    const { depth, role, marks } = this.#writer.around;
    const own = container === 'forward' ? 'forward' : 'quotation';
    const isMarked = element.name === 'blockquote' && container === 'quotation';
    return { depth: depth + 1, role: role === 'own' ? own : role, marks: marks + (isMarked ? 1 : 0) };
  }

  #link(element: MailElement, href: string, place: Place): void {
    const { label, lines } = this.#writer.capture(() => this.#nodes(element.children, place));
    const isPicture = element.children.some((node) => isElement(node) && /^(?:img|picture|svg)$/.test(node.name));
    if (label === '' && !(isPicture && this.#sightAt(place) === 'seen')) return;
    const link = this.#links.add(href, label);
    if (link !== undefined && !isItsAddress(link)) this.#writer.addNumber(`[${link.id}]`, lines);
  }

  #row(element: MailElement, place: Place): void {
    const outer = this.#writer;
    const cells: WrittenLine[][] = [];
    for (const node of element.children) {
      if (!isElement(node)) continue;
      this.#writer = new LineWriter(outer.around);
      this.#element(node, place);
      cells.push(this.#writer.finish());
    }
    this.#writer = outer;
    writeRow(outer, element, cells);
  }

  #item(element: MailElement, place: Place): void {
    const isPlain = /\bnone\b/.test(/list-style(?:-type)?\s*:([^;]*)/i.exec(element.attributes.style ?? '')?.[1] ?? '');
    this.#writer.within({ marker: isPlain ? '' : markerOf(element) }, () => {
      this.#nodes(element.children, place);
      this.#writer.dropMarker();
    });
  }

  /** Of closed details, only the first summary is seen. */
  #details({ children, attributes }: MailElement): readonly MailNode[] {
    if (attributes.open !== undefined) return children;
    const summary = children.find((node) => isElement(node) && node.name === 'summary');
    for (const node of children) if (node !== summary) this.#unseen.add(textOf([node]), 'hidden');
    return summary === undefined ? [] : [summary];
  }
}
