import type { Atrule, CssNode, Declaration, DeclarationList, Rule } from 'css-tree';
import parse from 'css-tree/parser';
import type { MailElement } from '../html/mail-tree.ts';
import { keyOf, matcherOf, readSelector } from './css-selectors.ts';
import { type Declarations, relevantDeclarations } from './declarations.ts';
import { matchesWindow, truthOf } from './media-query.ts';
import { parsed } from './parse-css.ts';
import { type MatchedRules, RuleIndex } from './rule-index.ts';
import { compareSpecificity, type Specificity, specificityOf } from './specificity.ts';

/** The limits of work. The largest newsletters of the corpus have a tenth of each. */
const MAX_CHARACTERS = 200_000;
const MAX_RULES = 3_000;
const MAX_NESTING = 5;
/** Selectors that look at the siblings of an element, or at all that is around it. */
const WIDE = /[+~]|:(?:nth|last|only|first)-|:(?:lang|dir)\(/i;
/** The layer of rules that are in none. */
const NO_LAYER = Number.MAX_SAFE_INTEGER;
/** Rules with a block that say nothing about elements. */
const NO_RULES =
  /^(?:charset|counter-style|font-feature-values|font-palette-values|page|position-try|view-transition|color-profile|viewport|-(?:ms|moz|o)-.*)$/;
const KEYFRAMES = /^(?:-webkit-)?keyframes$/;

/**
 * The rules of an email's `<style>` elements. A rule is tried only on the elements that have the id, the class or the
 * name on the right of its selector, so the work grows with the size of the email, up to limits.
 */
export class StyleSheet {
  readonly #index = new RuleIndex();
  /** The order of the layers, by name. */
  readonly #layers = new Map<string, number>();
  readonly #isQuirky: boolean;
  #hasNamespaces = false;
  #order = 0;
  #isCut = false;
  /** What each animation changes. */
  readonly animations = new Map<string, Declarations[]>();
  /** Families of fonts that the email itself brings, so that what they show is not known. */
  readonly ownFonts = new Set<string>();
  /** Custom properties of which a rule says what they may be. */
  readonly registered = new Set<string>();

  /** `isQuirky`: without a doctype, classes and ids match in upper and lower case. */
  constructor(isQuirky: boolean) {
    this.#isQuirky = isQuirky;
  }

  /** Whether a limit was reached, or a style sheet cannot be read: what it says is not known. */
  get isIncomplete(): boolean {
    return this.#isCut || this.#index.isExhausted;
  }

  /** Adds the text of a `<style>` element with its `media` attribute. */
  add(css: string, media = ''): void {
    const truth = matchesWindow(media);
    if (truth === false) return;
    if (css.length > MAX_CHARACTERS) this.#isCut = true;
    const text = css.slice(0, MAX_CHARACTERS).replace(/<!--|-->/g, ' ');
    const place = { text, parents: [], depth: 0, layer: NO_LAYER, isCertain: truth === true };
    const sheet = parsed(text);
    if (sheet === undefined) this.#isCut = true;
    else this.#addAll(sheet.children, place);
  }

  /** Notes that there is a style sheet that is not read. */
  addUnread(): void {
    this.#isCut = true;
  }

  rulesFor(element: MailElement): MatchedRules {
    return this.#index.rulesFor(element);
  }

  /** In a rule, a condition has declarations too. */
  #addAll(nodes: Iterable<CssNode>, place: Place): void {
    if (place.parents.length > 0) {
      const own = this.#declarations([...nodes]);
      if (own.size > 0) for (const one of place.parents) this.#addSelector(one, own, place);
    }
    for (const node of nodes) {
      if (node.type === 'Rule') this.#addRule(node, place);
      else if (node.type === 'Raw' && place.parents.length > 0 && !node.value.includes('{'))
        this.#addLater(node.value, place);
      else if (node.type === 'Raw' && node.value.includes('{')) this.#addRaw(node.value, place);
      else if (node.type === 'Atrule') this.#addAtRule(node, place);
    }
  }

  /** Adds what the parser did not read: rules in rules without `&`. */
  #addRaw(text: string, place: Place): void {
    const sheet = parsed(text);
    if (sheet === undefined) this.#isCut = true;
    else this.#addNested(sheet.children, { ...place, text });
  }

  /** Adds declarations of a rule that are after rules in it, or in a condition in it. */
  #addLater(text: string, place: Place): void {
    const list = parse(text, { context: 'declarationList', parseValue: false }) as DeclarationList;
    const declarations = this.#declarations(list.children.toArray());
    if (declarations.size > 0) for (const one of place.parents) this.#addSelector(one, declarations, place);
  }

  #addAtRule(rule: Atrule, place: Place): void {
    const name = rule.name.toLowerCase();
    const original = rule.prelude?.type === 'Raw' ? rule.prelude.value.trim() : '';
    const prelude = original.toLowerCase();
    if (name === 'layer') this.#addLayers(original, rule.block?.children, place);
    else if (name === 'namespace') this.#hasNamespaces = true;
    else if (name === 'import') this.#isCut ||= /^(?:url\()?["'\s]*data:/.test(prelude);
    else if (!rule.block || NO_RULES.test(name)) return;
    else if (name === 'property') this.registered.add(original);
    else if (name === 'font-face') this.#addFont(rule.block.children.toArray());
    else if (KEYFRAMES.test(name)) this.#addAnimation(original, rule.block.children.toArray());
    else this.#addConditional(name, prelude, rule.block.children, place);
  }

  #addConditional(name: string, condition: string, nodes: Iterable<CssNode>, place: Place): void {
    const truth = truthOf(name, condition);
    if (truth !== false) this.#addNested(nodes, { ...place, isCertain: place.isCertain && truth === true });
  }

  /** A font from elsewhere is not loaded. One in the email is, and one of the computer may have another name here. */
  #addFont(nodes: readonly CssNode[]): void {
    const declared = (property: string) =>
      nodes.findLast((node) => node.type === 'Declaration' && node.property.toLowerCase() === property);
    const text = (node: CssNode | undefined) =>
      node?.type === 'Declaration' && node.value.type === 'Raw' ? node.value.value : '';
    if (!/data:|local\(\s*["']?(?:web|wing|symbol|zapf)/i.test(text(declared('src')))) return;
    this.ownFonts.add(text(declared('font-family')).replace(/["']/g, '').trim().toLowerCase());
  }

  #addAnimation(name: string, nodes: readonly CssNode[]): void {
    const frames = nodes.flatMap((node) =>
      node.type === 'Rule' ? [this.#declarations(node.block.children.toArray())] : [],
    );
    const key = name.replace(/^["']|["']$/g, '').toLowerCase();
    this.animations.set(key, [...(this.animations.get(key) ?? []), ...frames]);
  }

  /** Later layers are stronger, whatever the selectors of their rules, and rules without a layer are the strongest. */
  #addLayers(names: string, nodes: Iterable<CssNode> | undefined, place: Place): void {
    const within = place.layer === NO_LAYER ? '' : `${place.layer}.`;
    for (const name of names === '' ? [`anonymous ${this.#layers.size}`] : names.split(',').slice(0, MAX_RULES)) {
      const key = within + name.trim();
      const layer = this.#layers.get(key) ?? this.#layers.size;
      this.#layers.set(key, layer);
      if (nodes !== undefined) this.#addNested(nodes, { ...place, layer });
    }
  }

  #addNested(nodes: Iterable<CssNode>, place: Place): void {
    if (place.depth < MAX_NESTING) this.#addAll(nodes, { ...place, depth: place.depth + 1 });
    else this.#isCut = true;
  }

  #declarations(nodes: readonly CssNode[]): Declarations {
    return relevantDeclarations(
      nodes.filter((node): node is Declaration => node.type === 'Declaration'),
      this.#isQuirky,
    );
  }

  #addRule({ prelude, block }: Rule, place: Place): void {
    const list = block.children.toArray();
    const declarations = this.#declarations(list);
    const selectors = this.#selectorsOf(prelude, place);
    const isAccepted = selectors.every(({ text }) => readSelector(text, this.#hasNamespaces).isAccepted);
    const own = { ...place, isCertain: place.isCertain && isAccepted };
    if (declarations.size > 0) for (const one of selectors) this.#addSelector(one, declarations, own);
    const nested = list.filter(({ type }) => type === 'Rule' || type === 'Atrule' || type === 'Raw');
    if (nested.length > 0 && selectors.length > 0) this.#addNested(nested, { ...place, parents: selectors });
  }

  /** The selectors of a rule. One that a browser does not accept makes it ignore the rule. */
  #selectorsOf(prelude: Rule['prelude'], place: Place): PlacedSelector[] {
    if (prelude.type !== 'SelectorList') return unreadSelectors(prelude.value);
    const [around, strength] = parentOf(place.parents);
    const selectors = prelude.children.toArray().flatMap((selector): PlacedSelector[] => {
      if (selector.type !== 'Selector' || !selector.loc) return [];
      const own = place.text.slice(selector.loc.start.offset, selector.loc.end.offset);
      const text = around === '' ? own : own.includes('&') ? own.replaceAll('&', around) : `${around} ${own}`;
      const [ids, classes, names] = specificityOf(selector);
      const specificity = [ids + strength[0], classes + strength[1], names + strength[2]] as const;
      return [{ text, key: keyOf(selector), specificity }];
    });
    const isIgnored = selectors.some(({ text }) => readSelector(text, this.#hasNamespaces).certainty === 'invalid');
    return isIgnored ? [] : selectors;
  }

  #addSelector({ text, key, specificity }: PlacedSelector, declarations: Declarations, place: Place): void {
    if (this.#order >= MAX_RULES) {
      this.#isCut = true;
      return;
    }
    const read = readSelector(text, this.#hasNamespaces);
    if (read.certainty === 'never') return;
    const matches = read.certainty === 'certain' ? matcherOf(read.text, this.#isQuirky) : undefined;
    this.#index.add(key, {
      matches,
      isWide: WIDE.test(text),
      isCertain: place.isCertain && matches !== undefined,
      pseudoElement: read.pseudoElement,
      specificity,
      order: this.#order++,
      layer: place.layer,
      declarations,
    });
  }
}

interface PlacedSelector {
  readonly text: string;
  readonly key: string;
  readonly specificity: Specificity;
}

/** The rule or style sheet that a rule is in. */
interface Place {
  readonly text: string;
  /** The selectors that `&` means. */
  readonly parents: readonly PlacedSelector[];
  readonly depth: number;
  readonly layer: number;
  /** Whether the conditions around the rule hold for certain. */
  readonly isCertain: boolean;
}

function parentOf(parents: readonly PlacedSelector[]): readonly [text: string, Specificity] {
  const strongest = parents.toSorted((one, other) => compareSpecificity(other.specificity, one.specificity))[0];
  if (strongest === undefined) return ['', [0, 0, 0]];
  return [`:is(${parents.map(({ text }) => text).join(', ')})`, strongest.specificity];
}

/** Selectors that the parser cannot read: which elements they match is not known beyond the key at their end. */
function unreadSelectors(text: string): PlacedSelector[] {
  return text
    .slice(0, 2_000)
    .split(',')
    .map((one) => ({
      text: ':not-read',
      key: /([#.]?[a-z_][\w-]*)(?:[:[][^\s>+~]*)?\s*$/i.exec(one.slice(-100))?.[1]?.toLowerCase() ?? '*',
      specificity: [0, 0, 0] as const,
    }));
}
