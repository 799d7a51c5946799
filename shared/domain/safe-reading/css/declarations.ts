import type { Declaration, DeclarationList } from 'css-tree';
import parse from 'css-tree/parser';
import { ident } from 'css-tree/utils';
import { HAS_VARIABLE } from './custom-properties.ts';
import { propertyName, treatmentOf } from './property-table.ts';
import { longhandsOf } from './shorthands.ts';

/** The value of a property. */
export interface Declared {
  /** In lower case, but for values of custom properties and values with variables. */
  readonly value: string;
  readonly isImportant: boolean;
}

/** Declarations by property, the weaker ones first. Shorthands with variables are not split. */
export type Declarations = ReadonlyMap<string, Declared>;

export const NO_DECLARATIONS: Declarations = new Map();

/** A property that stands for a declaration that is not understood. Its value is the declaration. */
export const NOT_UNDERSTOOD = 'not understood';

/** No mail program writes a longer value. */
const MAX_VALUE = 2_000;
/** Values of fonts' sources and of pictures, which may be long. */
const LONG = /^(?:url\(|["']?data:)/i;

/**
 * The declarations of a list of them that decide whether text is seen, custom properties included. Of several for one
 * property, the last counts that a browser accepts. `isQuirky`: see `validityOf`.
 */
export function relevantDeclarations(list: Iterable<Declaration>, isQuirky: boolean): Declarations {
  const found = new Map<string, Declared>();
  const add = (name: string, value: string, isImportant: boolean) => {
    if (found.get(name)?.isImportant === true && !isImportant) return;
    // The order is kept, because a shorthand resets the properties before it.
    found.delete(name);
    found.set(name, { value, isImportant });
  };
  for (const { property, value, important } of list) {
    const isCustom = property.startsWith('--');
    const name = isCustom ? unescaped(property) : propertyName(unescaped(property).toLowerCase());
    if (name === undefined) continue;
    const treatment = treatmentOf(name);
    if (treatment === 'harmless') continue;
    const isImportant = important !== false;
    const text = value.type === 'Raw' ? textOfValue(value.value) : undefined;
    if (text === undefined) add(NOT_UNDERSTOOD, name, isImportant);
    else if (isCustom || HAS_VARIABLE.test(text)) add(name, text, isImportant);
    else for (const [one, part] of acceptedOf(name, text.toLowerCase(), isQuirky)) add(one, part, isImportant);
  }
  return found;
}

/** The longhands of a declaration without variables that a browser accepts, as far as they decide. */
export function acceptedOf(name: string, value: string, isQuirky: boolean): readonly (readonly [string, string])[] {
  const treatment = treatmentOf(name);
  if (treatment === 'harmless') return [];
  if (treatment === 'evaluated') return longhandsOf(name, value, isQuirky) ?? [];
  const isReadable = treatment !== 'not understood' && (treatment.test(value) || RESET.test(value));
  // A readable value takes the place of one before it that is not understood.
  return [[name, isReadable ? READABLE : value]];
}

/** The value of a property with one of the values by which words stay readable. */
export const READABLE = 'readable';
const RESET = /^(?:initial|unset|revert|none|normal|auto|inherit)$/;

function textOfValue(raw: string): string | undefined {
  if (raw.length > MAX_VALUE && !LONG.test(raw.trimStart())) return undefined;
  return unescaped(withoutComments(raw)).trim();
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
  readonly #isQuirky: boolean;

  constructor(isQuirky: boolean) {
    this.#isQuirky = isQuirky;
  }

  declarationsOf(style: string | undefined): Declarations {
    if (style === undefined || !style.includes(':')) return NO_DECLARATIONS;
    const known = this.#read.get(style);
    if (known !== undefined) return known;
    const list = parse(style, { context: 'declarationList', parseValue: false }) as DeclarationList;
    const nodes = list.children.toArray().filter((node) => node.type === 'Declaration');
    const declarations = relevantDeclarations(nodes, this.#isQuirky);
    this.#read.set(style, declarations);
    return declarations;
  }
}
