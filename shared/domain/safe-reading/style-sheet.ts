import { compile } from 'css-select';
import type { Atrule, CssNode, Rule, Selector, SelectorList, StyleSheet as StyleSheetNode } from 'css-tree';
import parse from 'css-tree/parser';
import type { AnyNode, Element } from 'domhandler';
import { type Declarations, type Declared, relevantDeclarations } from './declarations.ts';
import { matchesWindow } from './media-query.ts';

/** The rank of a rule among those that match: by the numbers of ids, of classes, of names, then by its order. */
type Rank = readonly [ids: number, classes: number, names: number, order: number];

interface MatchedRule {
  readonly matches: (element: Element) => boolean;
  /** Whether a try looks at all siblings of the element. */
  readonly isWide: boolean;
  readonly rank: Rank;
  readonly declarations: Declarations;
}

/** The limits of work. The largest newsletters of the corpus have a tenth of each. */
const MAX_CHARACTERS = 200_000;
const MAX_RULES = 2_000;
const MAX_NESTING = 5;
const MAX_SELECTOR = 500;
/** Selectors that look at all that an element contains. */
const UNBOUNDED = /:(?:has|i?contains)\b/i;
/** Selectors that look at the siblings of an element. */
const WIDE = /[+~]|:(?:nth|last|only|first)-/i;
/** Elements that are looked at to try selectors, in all. */
const MAX_TRIES = 500_000;

/**
 * The rules of an email's `<style>` elements that decide whether text is seen. A rule is tried only on the elements
 * that have the id, the class or the name on the right of its selector, so the work grows with the size of the email,
 * up to limits. `isIncomplete` says that a limit was reached: the rest was not applied.
 */
export class StyleSheet {
  readonly #rules = new Map<string, MatchedRule[]>();
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
    else this.#addAll(sheet.children, { text, parent: undefined, depth: 0 });
  }

  /** What the rules declare for an element, the strongest declaration of each property. */
  declarationsFor(element: Element): Declarations {
    if (this.#rules.size === 0) return NONE;
    const matching = keysOf(element)
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter((rule) => this.#tries < MAX_TRIES && this.#try(rule, element))
      .sort((one, other) => compareRanks(one.rank, other.rank));
    if (matching.length === 0) return NONE;
    const strongest = new Map<string, Declared>();
    for (const { declarations } of matching) mergeDeclarations(strongest, declarations);
    return strongest;
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
      else if (node.type === 'Atrule' && node.block) this.#addConditional(node, node.block.children, place);
    }
  }

  /** Adds what the parser did not read: rules in rules without `&`. */
  #addRaw(text: string, place: Place): void {
    const sheet = parsed(text);
    if (sheet === undefined) this.isIncomplete = true;
    else this.#addNested(sheet.children, { ...place, text });
  }

  #addConditional(rule: Atrule, nodes: Iterable<CssNode>, place: Place): void {
    if (/^(?:container|scope)$/i.test(rule.name)) this.isIncomplete = true;
    else if (applies(rule)) this.#addNested(nodes, place);
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
    if (declarations.size > 0) for (const selector of selectors) this.#addSelector(selector, declarations);
    const nested = list.filter(({ type }) => type === 'Rule' || type === 'Atrule' || type === 'Raw');
    if (nested.length > 0) {
      this.#addNested(nested, { ...place, parent: selectors.map(({ text }) => text).join(', ') });
    }
  }

  #addSelector({ text, key, rank }: ParsedSelector, declarations: Declarations): void {
    if (this.#order >= MAX_RULES || text.length > MAX_SELECTOR || UNBOUNDED.test(text)) {
      this.isIncomplete = true;
      return;
    }
    const matches = matcherOf(text, this.#isQuirky);
    if (matches === undefined) return;
    const rule: MatchedRule = { matches, isWide: WIDE.test(text), rank: [...rank, this.#order++], declarations };
    const others = this.#rules.get(key);
    if (others === undefined) this.#rules.set(key, [rule]);
    else others.push(rule);
  }
}

const NONE: Declarations = new Map();

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
}

interface ParsedSelector {
  readonly text: string;
  /** What the elements that it matches have: `#id`, `.class`, a name, or `*`. */
  readonly key: string;
  readonly rank: readonly [number, number, number];
}

function selectorsOf(list: SelectorList, { text, parent }: Place): ParsedSelector[] {
  return list.children.toArray().flatMap((selector) => {
    if (selector.type !== 'Selector' || !selector.loc) return [];
    const own = text.slice(selector.loc.start.offset, selector.loc.end.offset);
    const whole = parent === undefined ? own : nestedSelector(own, parent);
    return [{ text: whole, key: keyOf(selector), rank: rankOf(selector) }];
  });
}

function nestedSelector(own: string, parent: string): string {
  const around = `:is(${parent})`;
  return own.includes('&') ? own.replaceAll('&', around) : `${around} ${own}`;
}

function keyOf(selector: Selector): string {
  let key = '*';
  for (const part of selector.children.toArray().reverse()) {
    if (part.type === 'Combinator' || part.type === 'NestingSelector') break;
    if (!('name' in part) || typeof part.name !== 'string' || part.name.includes('\\')) continue;
    if (part.type === 'IdSelector') return `#${part.name.toLowerCase()}`;
    if (part.type === 'ClassSelector') key = `.${part.name.toLowerCase()}`;
    else if (part.type === 'TypeSelector' && key === '*') key = part.name.toLowerCase();
  }
  return key;
}

function keysOf({ name, attribs }: Element): string[] {
  const classes = attribs.class?.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_CLASSES) ?? [];
  const id = attribs.id === undefined ? [] : [`#${attribs.id.toLowerCase()}`];
  return ['*', name.toLowerCase(), ...new Set(classes.map((one) => `.${one}`)), ...id];
}

const MAX_CLASSES = 50;

/** See: Selectors Level 4, section 17. The parts inside `:not()` and `:is()` count as one class. */
function rankOf(selector: Selector): [number, number, number] {
  const rank: [number, number, number] = [0, 0, 0];
  for (const { type } of selector.children) {
    if (type === 'IdSelector') rank[0] += 1;
    else if (type === 'ClassSelector' || type === 'AttributeSelector' || type === 'PseudoClassSelector') rank[1] += 1;
    else if (type === 'TypeSelector') rank[2] += 1;
  }
  return rank;
}

function compareRanks(one: Rank, other: Rank): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : (one[at] as number) - (other[at] as number);
}

/** Conditional rules that hold where a person reads. */
function applies({ name, prelude }: Atrule): boolean {
  const condition = prelude?.type === 'Raw' ? prelude.value : '';
  switch (name.toLowerCase()) {
    case 'media':
      return matchesWindow(condition);
    case 'supports':
      return !condition.trim().toLowerCase().startsWith('not');
    default:
      return name.toLowerCase() === 'layer';
  }
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

/** A selector that the library does not know, such as `::before`, matches nothing that has a text. */
function matcherOf(selector: string, quirksMode: boolean): ((element: Element) => boolean) | undefined {
  try {
    const matches = compile<AnyNode, Element>(selector, { quirksMode });
    return (element) => matches(element);
  } catch {
    return undefined;
  }
}
