import { compile } from 'css-select';
import type { Selector, SelectorList } from 'css-tree';
import type { AnyNode, Element } from 'domhandler';

/** The rank of a rule among those that match: by the numbers of ids, of classes, of names, then by its order. */
export type Rank = readonly [ids: number, classes: number, names: number, order: number];

export interface ParsedSelector {
  readonly text: string;
  /** What the elements that it matches have: `#id`, `.class`, a name, or `*`. */
  readonly key: string;
  readonly rank: readonly [number, number, number];
}

/** The selectors of a rule in a text; `parent` is the selector that `&` means. */
export function selectorsOf(
  list: SelectorList,
  { text, parent }: { readonly text: string; readonly parent: string | undefined },
): ParsedSelector[] {
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

/** The keys of an element, as selectors have them. */
export function keysOf({ name, attribs }: Element): string[] {
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

export function compareRanks(one: Rank, other: Rank): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : (one[at] as number) - (other[at] as number);
}

/** Classes that the library lacks, or has only for documents that are shown. */
const PSEUDOS = {
  link: ':is(a, area)[href]',
  lang: (element: AnyNode, wanted?: string | null) => {
    const language = nearestAttribute(element, 'lang')?.toLowerCase();
    const asked = (wanted ?? '').toLowerCase().replace(/["']/g, '').trim();
    return language !== undefined && (language === asked || language.startsWith(`${asked}-`));
  },
  dir: (element: AnyNode, wanted?: string | null) =>
    (nearestAttribute(element, 'dir')?.toLowerCase() ?? 'ltr') === (wanted ?? '').trim().toLowerCase(),
};

/** An attribute of a node or of the nearest node around it that has it. The depth of a document is limited. */
function nearestAttribute(node: AnyNode, name: string): string | undefined {
  for (let at: AnyNode | null = node; at !== null; at = at.parent) {
    if ('attribs' in at && at.attribs[name] !== undefined) return at.attribs[name];
  }
  return undefined;
}

/** A selector that the library does not know, such as `::before`, matches nothing that has a text. */
export function matcherOf(selector: string, quirksMode: boolean): ((element: Element) => boolean) | undefined {
  try {
    const matches = compile<AnyNode, Element>(selector, { quirksMode, pseudos: PSEUDOS });
    return (element) => matches(element);
  } catch {
    return undefined;
  }
}
