import { compile, type Options } from 'css-select';
import type { Selector } from 'css-tree';
import { isElement, type MailElement, type MailNode, type MailParent, textOf } from '../html/mail-tree.ts';

type AnyNode = MailNode | MailParent;

/** What is known about a selector. `never`: a browser ignores the rule, or nothing that has text matches it. */
export interface ReadSelector {
  /** The selector without a pseudo-element at its end. */
  readonly text: string;
  readonly pseudoElement: string | undefined;
  readonly certainty: 'certain' | 'maybe' | 'never' | 'invalid';
  /** Whether browsers accept the selector, and so the others of its rule. */
  readonly isAccepted: boolean;
}

const MAX_SELECTOR = 500;
/** Pseudo-classes that are evaluated. */
const EVALUATED =
  /^(?:is|where|not|matches|-webkit-any|first-child|last-child|only-child|first-of-type|last-of-type|only-of-type|nth-child|nth-last-child|nth-of-type|nth-last-of-type|root|empty|link|any-link|-webkit-any-link|lang|dir|checked|disabled|enabled|required|optional)$/;
/** Other pseudo-classes that browsers accept. */
const ACCEPTED =
  /^(?:has|default|defined|indeterminate|valid|invalid|in-range|out-of-range|read-only|read-write|placeholder-shown|scope|open|host)$/;
/** States that nothing has in a message that is opened and not touched. */
const NEVER =
  /^(?:hover|active|focus|focus-visible|focus-within|visited|target|target-within|fullscreen|-webkit-full-screen|modal|popover-open|user-valid|user-invalid|autofill|-webkit-autofill|picture-in-picture|playing|paused|current|past|future|host|host-context|state|has-slotted|seeking|stalled|buffering|muted|volume-locked|-webkit-drag|-webkit-full-page-media|-internal-[a-z-]+)$/;
/** Pseudo-elements of other parts than text: scroll bars, markers, and parts of form controls. */
const NO_TEXT =
  /^(?:-webkit-[\w-]+|selection|backdrop|marker|spelling-error|grammar-error|target-text|highlight|file-selector-button|cue|part|slotted|view-transition[\w-]*|scroll-[\w-]+|column|picker|picker-icon|checkmark|search-text)$/;
const TEXT = /^(?:first-line|first-letter|before|after|details-content|placeholder|-webkit-input-placeholder)$/;
const PSEUDO = /(?<!\\)(::?)(-?[a-z][\w-]*)(\()?/gi;

/** Decides about a selector: whether it can be evaluated, and what it selects. */
export function readSelector(own: string, hasNamespaces: boolean): ReadSelector {
  const text = own.replace(/\*\|(?=[\w*#.[:\\-])/g, '').trim();
  let isAccepted = true;
  const read = (certainty: ReadSelector['certainty'], pseudoElement?: string, bare = text): ReadSelector => ({
    text: bare,
    pseudoElement,
    certainty,
    isAccepted,
  });
  if (text.length > MAX_SELECTOR) return read('maybe');
  const plain = text.replace(/"[^"]*"|'[^']*'|\[[^\]]*\]/g, (part) => ' '.repeat(part.length));
  if (hasNamespaces) return read('maybe');
  // A prefix that is not declared.
  if (plain.includes('|') && !plain.includes('||')) return read('invalid');
  let pseudoElement: string | undefined;
  let end = text.length;
  let certainty: ReadSelector['certainty'] = 'certain';
  for (const { 1: colons, 2: found = '', 3: opened, index } of plain.matchAll(PSEUDO)) {
    const name = found.toLowerCase();
    if (colons === '::' || TEXT.test(name)) {
      if (/^-(?:ms|moz|o|khtml)-/.test(name)) return read('invalid');
      if (TEXT.test(name)) [pseudoElement, end] = [name, Math.min(end, index)];
      else if (NO_TEXT.test(name)) certainty = certainty === 'maybe' ? 'maybe' : 'never';
      else [certainty, isAccepted] = ['maybe', false];
    } else if (/^-(?:ms|moz|o|khtml)-/.test(name)) return read('invalid');
    else if (NEVER.test(name)) certainty = isWithin(plain, index) ? 'maybe' : certainty === 'maybe' ? 'maybe' : 'never';
    else if (!EVALUATED.test(name)) [certainty, isAccepted] = ['maybe', ACCEPTED.test(name) && isAccepted];
    else if (opened && name.startsWith('nth-') && /\bof\b/i.test(plain.slice(index, index + 200))) certainty = 'maybe';
  }
  if (pseudoElement === undefined) return read(certainty);
  const bare = text.slice(0, end);
  return read(certainty, pseudoElement, bare === '' || /[\s>+~]$/.test(bare) ? `${bare}*` : bare);
}

/** Whether a place is in the brackets of a function such as `:not()`. */
function isWithin(text: string, index: number): boolean {
  let open = 0;
  for (let at = 0; at < index; at += 1) open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  return open > 0;
}

/** What the elements that a selector matches have: `#id`, `.class`, a name, or `*`. */
export function keyOf(selector: Selector): string {
  let key = '*';
  for (const part of selector.children.toArray().reverse()) {
    if (part.type === 'Combinator' || part.type === 'NestingSelector') break;
    if (!('name' in part) || typeof part.name !== 'string' || /[\\|]/.test(part.name)) continue;
    if (part.type === 'IdSelector') return `#${part.name.toLowerCase()}`;
    if (part.type === 'ClassSelector') key = `.${part.name.toLowerCase()}`;
    else if (part.type === 'TypeSelector' && key === '*') key = part.name.toLowerCase();
  }
  return key;
}

/** The keys of an element, as selectors have them. */
export function keysOf({ name, attributes }: MailElement): string[] {
  const classes = attributes.class?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const id = attributes.id === undefined ? [] : [`#${attributes.id.toLowerCase()}`];
  return ['*', name, ...new Set(classes.slice(0, MAX_CLASSES).map((one) => `.${one}`)), ...id];
}

const MAX_CLASSES = 50;

const ADAPTER: NonNullable<Options<AnyNode, MailElement>['adapter']> = {
  isTag: isElement,
  getAttributeValue: ({ attributes }, name) => attributes[name],
  getChildren: (node) => ('children' in node ? [...node.children] : []),
  getName: ({ name }) => name,
  getParent: ({ parent }) => (isElement(parent) ? parent : null),
  getSiblings: (node) => (node.parent === null ? [node] : (node.parent.children as AnyNode[])),
  getText: (node) => ('children' in node ? textOf(node.children) : ''),
  hasAttrib: ({ attributes }, name) => attributes[name] !== undefined,
  removeSubsets: (nodes) => nodes,
  equals: (one, other) => one === other,
};

/** Classes that the library lacks, or has only for documents that are shown. */
const PSEUDOS = {
  link: ':is(a, area)[href]',
  'any-link': ':is(a, area)[href]',
  '-webkit-any-link': ':is(a, area)[href]',
  lang: (element: MailElement, wanted?: string | null) => {
    const language = nearestAttribute(element, 'lang')?.toLowerCase();
    return (wanted ?? '').split(',').some((one) => {
      const asked = one.toLowerCase().replace(/["']/g, '').trim();
      return language !== undefined && (language === asked || language.startsWith(`${asked}-`));
    });
  },
  dir: (element: MailElement, wanted?: string | null) =>
    (nearestAttribute(element, 'dir')?.toLowerCase() ?? 'ltr') === (wanted ?? '').trim().toLowerCase(),
};

/** An attribute of a node or of the nearest node around it that has it. The depth of a document is limited. */
function nearestAttribute(node: MailElement, name: string): string | undefined {
  for (let at: MailParent | null = node; at !== null; at = at.parent) {
    if (isElement(at) && at.attributes[name] !== undefined) return at.attributes[name];
  }
  return undefined;
}

/** A function that says whether a selector matches; `undefined` for a selector that the library cannot read. */
export function matcherOf(selector: string, quirksMode: boolean): ((element: MailElement) => boolean) | undefined {
  try {
    const matches = compile<AnyNode, MailElement>(selector, { quirksMode, pseudos: PSEUDOS, adapter: ADAPTER });
    return (element) => matches(element);
  } catch {
    return undefined;
  }
}
