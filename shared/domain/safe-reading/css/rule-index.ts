import type { MailElement } from '../html/mail-tree.ts';
import { keysOf } from './css-selectors.ts';
import { type Declarations, type Declared, NO_DECLARATIONS } from './declarations.ts';
import { compareSpecificity, type Specificity } from './specificity.ts';

/** A rule for the elements that it matches. */
export interface IndexedRule {
  /** `undefined`: which elements with its key match is not known. */
  readonly matches: ((element: MailElement) => boolean) | undefined;
  /** Whether a try looks at all siblings of the element. */
  readonly isWide: boolean;
  /** Whether it is known that a browser applies the rule. */
  readonly isCertain: boolean;
  readonly pseudoElement: string | undefined;
  readonly specificity: Specificity;
  readonly order: number;
  readonly layer: number;
  readonly declarations: Declarations;
}

/** What the rules say about an element. */
export interface MatchedRules {
  readonly declarations: Declarations;
  /** The declarations of each rule that perhaps applies. */
  readonly perhaps: readonly Declarations[];
  /** The declarations for the first line or letter, and for generated boxes, of each rule. */
  readonly firstLines: readonly Declarations[];
  readonly boxes: readonly Declarations[];
}

const NOTHING: MatchedRules = { declarations: NO_DECLARATIONS, perhaps: [], firstLines: [], boxes: [] };
/** Elements that are looked at to try selectors, in all. */
const MAX_TRIES = 300_000;

/** The rules of style sheets by the id, the class or the name on the right of their selectors. */
export class RuleIndex {
  readonly #rules = new Map<string, IndexedRule[]>();
  #tries = 0;

  /** Whether too much work would have been needed: the rest of the rules was not applied. */
  get isExhausted(): boolean {
    return this.#tries >= MAX_TRIES;
  }

  add(key: string, rule: IndexedRule): void {
    const others = this.#rules.get(key);
    if (others === undefined) this.#rules.set(key, [rule]);
    else others.push(rule);
  }

  rulesFor(element: MailElement): MatchedRules {
    if (this.#rules.size === 0 || this.isExhausted) return NOTHING;
    const matching = keysOf(element)
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter((rule) => !this.isExhausted && this.#try(rule, element));
    if (matching.length === 0) return NOTHING;
    const own = matching.filter(({ pseudoElement }) => pseudoElement === undefined);
    const ofPseudo = (pattern: RegExp) =>
      matching.filter(({ pseudoElement = '' }) => pattern.test(pseudoElement)).map(({ declarations }) => declarations);
    return {
      declarations: strongestOf(own.filter(({ isCertain }) => isCertain)),
      perhaps: own.filter(({ isCertain }) => !isCertain).map(({ declarations }) => declarations),
      firstLines: ofPseudo(/^(?:first-|details-|placeholder|-webkit-input-)/),
      boxes: ofPseudo(/^(?:before|after)$/),
    };
  }

  #try(rule: IndexedRule, element: MailElement): boolean {
    this.#tries += rule.isWide ? 1 + (element.parent?.children.length ?? 0) : 1;
    return rule.matches?.(element) ?? true;
  }
}

/**
 * The strongest declaration of each property. Later layers are stronger, and among important declarations the earlier
 * ones. See: CSS Cascading and Inheritance Level 5, section 6.4.
 */
function strongestOf(rules: readonly IndexedRule[]): Declarations {
  if (rules.length === 0) return NO_DECLARATIONS;
  const sorted = rules.toSorted(
    (one, other) =>
      one.layer - other.layer || compareSpecificity(one.specificity, other.specificity) || one.order - other.order,
  );
  const strongest = new Map<string, Declared>();
  const layers = new Map<string, number>();
  for (const { declarations, layer } of sorted) {
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
