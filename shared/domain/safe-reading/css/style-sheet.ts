import type { Atrule, CssNode, Rule, StyleSheet as StyleSheetNode } from 'css-tree';
import parse from 'css-tree/parser';
import type { Element } from 'domhandler';
import { isSupported } from './condition.ts';
import { compareRanks, keysOf, matcherOf, type ParsedSelector, type Rank, selectorsOf } from './css-selectors.ts';
import { type Declarations, type Declared, relevantDeclarations } from './declarations.ts';
import { matchesWindow } from './media-query.ts';

interface MatchedRule {
  readonly matches: (element: Element) => boolean;
  /** Whether a try looks at all siblings of the element. */
  readonly isWide: boolean;
  readonly rank: Rank;
  readonly layer: number;
  readonly declarations: Declarations;
}

/** The limits of work. The largest newsletters of the corpus have a tenth of each. */
const MAX_CHARACTERS = 200_000;
const MAX_RULES = 2_000;
const MAX_NESTING = 5;
const MAX_SELECTOR = 500;
/** Selectors that look at all that an element contains, or that are not read. */
const UNBOUNDED = /:(?:has|i?contains)\b|:nth-(?:last-)?child\([^)]*\bof\b/i;
/** Selectors that look at the siblings of an element, or at all that is around it. */
const WIDE = /[+~]|:(?:nth|last|only|first)-|:(?:lang|dir)\(/i;
/** Elements that are looked at to try selectors, in all. */
const MAX_TRIES = 500_000;

/**
 * The rules of an email's `<style>` elements that decide whether text is seen. A rule is tried only on the elements
 * that have the id, the class or the name on the right of its selector, so the work grows with the size of the email,
 * up to limits. `isIncomplete` says that a limit was reached: the rest was not applied.
 */
export class StyleSheet {
  readonly #rules = new Map<string, MatchedRule[]>();
  /** The order of the layers, by name. */
  readonly #layers = new Map<string, number>();
  readonly #isQuirky: boolean;
  #order = 0;
  #tries = 0;
  isIncomplete = false;

  /** `isQuirky`: without a doctype, classes and ids match in upper and lower case. */
  constructor(isQuirky: boolean) {
    this.#isQuirky = isQuirky;
  }

  /** Adds the text of a `<style>` element with its `media` attribute. */
  add(css: string, media = ''): void {
    if (!matchesWindow(media)) return;
    if (css.length > MAX_CHARACTERS) this.isIncomplete = true;
    const text = css.slice(0, MAX_CHARACTERS).replace(/<!--|-->/g, ' ');
    const sheet = parsed(text);
    if (sheet === undefined) this.isIncomplete = true;
    else this.#addAll(sheet.children, { text, parent: undefined, depth: 0, layer: NO_LAYER });
  }

  /** What the rules declare for an element, the strongest declaration of each property. */
  declarationsFor(element: Element): Declarations {
    if (this.#rules.size === 0) return NONE;
    const matching = keysOf(element)
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter((rule) => this.#tries < MAX_TRIES && this.#try(rule, element))
      .sort((one, other) => one.layer - other.layer || compareRanks(one.rank, other.rank));
    return matching.length === 0 ? NONE : strongestOf(matching);
  }

  #try(rule: MatchedRule, element: Element): boolean {
    this.#tries += rule.isWide ? 1 + (element.parent?.children.length ?? 0) : 1;
    if (this.#tries >= MAX_TRIES) this.isIncomplete = true;
    return rule.matches(element);
  }

  #addAll(nodes: Iterable<CssNode>, place: Place): void {
    for (const node of nodes) {
      if (node.type === 'Rule') this.#addRule(node, place);
      else if (node.type === 'Raw' && node.value.includes('{')) this.#addRaw(node.value, place);
      else if (node.type === 'Atrule') this.#addAtRule(node, place);
    }
  }

  /** Adds what the parser did not read: rules in rules without `&`. */
  #addRaw(text: string, place: Place): void {
    const sheet = parsed(text);
    if (sheet === undefined) this.isIncomplete = true;
    else this.#addNested(sheet.children, { ...place, text });
  }

  #addAtRule(rule: Atrule, place: Place): void {
    const name = rule.name.toLowerCase();
    const prelude = rule.prelude?.type === 'Raw' ? rule.prelude.value.trim().toLowerCase() : '';
    if (name === 'layer') this.#addLayers(prelude, rule.block?.children, place);
    else if (!rule.block) return;
    else if (NOT_READ.has(name)) this.isIncomplete = true;
    else if (applies(name, prelude)) this.#addNested(rule.block.children, place);
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
    else this.isIncomplete = true;
  }

  #addRule({ prelude, block }: Rule, place: Place): void {
    if (prelude.type !== 'SelectorList') return;
    const list = block.children.toArray();
    const declarations = relevantDeclarations(list.filter((node) => node.type === 'Declaration'));
    const selectors = selectorsOf(prelude, place);
    if (declarations.size > 0) for (const selector of selectors) this.#addSelector(selector, declarations, place.layer);
    const nested = list.filter(({ type }) => type === 'Rule' || type === 'Atrule' || type === 'Raw');
    if (nested.length > 0) {
      this.#addNested(nested, { ...place, parent: selectors.map(({ text }) => text).join(', ') });
    }
  }

  #addSelector({ text, key, rank }: ParsedSelector, declarations: Declarations, layer: number): void {
    if (this.#order >= MAX_RULES || text.length > MAX_SELECTOR || UNBOUNDED.test(text)) {
      this.isIncomplete = true;
      return;
    }
    const matches = matcherOf(text, this.#isQuirky);
    if (matches === undefined) return;
    const isWide = WIDE.test(text);
    const rule: MatchedRule = { matches, isWide, rank: [...rank, this.#order++], layer, declarations };
    const others = this.#rules.get(key);
    if (others === undefined) this.#rules.set(key, [rule]);
    else others.push(rule);
  }
}

const NONE: Declarations = new Map();
/** The layer of rules that are in none. */
const NO_LAYER = Number.MAX_SAFE_INTEGER;
/** Rules that may hide text and are not evaluated. */
const NOT_READ: ReadonlySet<string> = new Set(['container', 'scope', 'property']);

/**
 * The strongest declaration of each property, from the weakest rule to the strongest. Among important ones, those of
 * earlier layers are stronger. See: CSS Cascading and Inheritance Level 5, section 6.4.
 */
function strongestOf(rules: readonly MatchedRule[]): Declarations {
  const strongest = new Map<string, Declared>();
  const layers = new Map<string, number>();
  for (const { declarations, layer } of rules) {
    for (const [property, declared] of declarations) {
      const known = strongest.get(property);
      if (known?.isImportant && (!declared.isImportant || (layers.get(property) ?? layer) < layer)) continue;
      strongest.delete(property);
      strongest.set(property, declared);
      layers.set(property, layer);
    }
  }
  return strongest;
}

/** Adds declarations to others, which they override unless those are important. */
export function mergeDeclarations(into: Map<string, Declared>, declarations: Declarations): void {
  for (const [property, declared] of declarations) {
    if (into.get(property)?.isImportant === true && !declared.isImportant) continue;
    into.delete(property);
    into.set(property, declared);
  }
}

/** The rule or style sheet that a rule is in. */
interface Place {
  readonly text: string;
  /** The selector that `&` means. */
  readonly parent: string | undefined;
  readonly depth: number;
  readonly layer: number;
}

/** Whether a conditional rule holds where a person reads. */
function applies(name: string, condition: string): boolean {
  if (name === 'media') return matchesWindow(condition);
  return name === 'supports' && isSupported(condition);
}

/** The rules of a style sheet; `undefined` if they are nested too deep for the parser, which is recursive. */
function parsed(css: string): StyleSheetNode | undefined {
  try {
    return parse(css, { positions: true, parseValue: false, parseAtrulePrelude: false }) as StyleSheetNode;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
