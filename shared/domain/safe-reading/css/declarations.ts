import type { Declaration, DeclarationList } from 'css-tree';
import parse from 'css-tree/parser';
import { ident } from 'css-tree/utils';
import { isValidValue } from './valid-values.ts';

/** The properties that decide whether text is seen. Shorthands are split by their readers. */
const PROPERTIES: ReadonlySet<string> = new Set(
  `all background background-color background-image bottom clip clip-path color content-visibility display filter float
   font font-size height inset left margin margin-left margin-top max-height max-width opacity overflow overflow-x
   overflow-y position right scale text-indent top transform translate visibility width -webkit-text-fill-color`.split(
    /\s+/,
  ),
);

/** The value of a property, in lower case. */
export interface Declared {
  readonly value: string;
  readonly isImportant: boolean;
}

/** Declarations by property. */
export type Declarations = ReadonlyMap<string, Declared>;

const NONE: Declarations = new Map();

/** No mail program writes a longer value of one of the properties. */
const MAX_VALUE = 2_000;

/**
 * The declarations of a list of them that decide whether text is seen, custom properties included. Of several for one
 * property, the last counts.
 */
export function relevantDeclarations(list: Iterable<Declaration>): Declarations {
  const found = new Map<string, Declared>();
  for (const { property, value, important } of list) {
    const name = property.startsWith('--') ? property : unescaped(property).toLowerCase();
    if (!name.startsWith('--') && !PROPERTIES.has(name)) continue;
    if (value.type !== 'Raw' || value.value.length > MAX_VALUE) continue;
    const isImportant = important !== false;
    if (found.get(name)?.isImportant === true && !isImportant) continue;
    // The order of properties is kept, because a shorthand resets the properties before it.
    const text = unescaped(withoutComments(value.value)).trim().toLowerCase();
    // A wrong value leaves the declaration before it in force.
    if (!isValidValue(name, text)) continue;
    found.delete(name);
    found.set(name, { value: text, isImportant });
  }
  return found;
}

function unescaped(text: string): string {
  return text.includes('\\') ? ident.decode(text) : text;
}

function withoutComments(text: string): string {
  return text.includes('/*') ? text.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ' ') : text;
}

/** Reads `style` attributes. Emails repeat the same ones many times, so it remembers them. */
export class StyleAttributes {
  readonly #read = new Map<string, Declarations>();

  declarationsOf(style: string | undefined): Declarations {
    if (style === undefined || !style.includes(':')) return NONE;
    const known = this.#read.get(style);
    if (known !== undefined) return known;
    const list = parse(style, { context: 'declarationList', parseValue: false }) as DeclarationList;
    const declarations = relevantDeclarations(list.children.toArray().filter((node) => node.type === 'Declaration'));
    this.#read.set(style, declarations);
    return declarations;
  }
}
