import { SHORTHANDS } from './property-table.ts';
import { validityOf } from './value-grammar.ts';

/** A property without shorthand, and its value. */
export type Longhand = readonly [property: string, value: string];

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const MAX_PARTS = 40;
/** The parts of a value: words, functions with one function in them, and signs. */
const PARTS = /[\w-]*\((?:[^()]|\([^()]*\)){0,2000}\)|"[^"]*"|'[^']*'|[^\s,/]+|[,/]/g;
const ANYWHERE = /^(?:inherit|initial|unset|revert|revert-layer)$/;

/**
 * The longhands of a declaration that a browser accepts, in lower case; `undefined` if it ignores the declaration. What
 * a shorthand does not name gets its initial value. `isQuirky`: see `validityOf`.
 */
export function longhandsOf(property: string, value: string, isQuirky: boolean): readonly Longhand[] | undefined {
  // It takes nothing away from the declarations before it.
  if (value === 'revert-layer') return undefined;
  const all = SHORTHANDS.has(property) ? expanded(property, value) : [[property, value] as const];
  return all.every(([name, one]) => validityOf(name, one, isQuirky) !== 'invalid') ? all : undefined;
}

function expanded(property: string, value: string): readonly Longhand[] {
  if (property === 'background') return background(value);
  if (property === 'font') return font(value);
  const parts = partsOf(value).filter((part) => part !== ',' && part !== '/');
  if (property === 'overflow') return pair(['overflow-x', 'overflow-y'], parts);
  const of = (side: string) => (property.startsWith('inset') ? side : `${property.split('-')[0]}-${side}`);
  if (property.endsWith('-block')) return pair([of('top'), of('bottom')], parts);
  if (property.endsWith('-inline')) return pair([of('left'), of('right')], parts);
  const [top = '', right = top, bottom = top, left = right] = parts;
  if (parts.length > 4) return [[of('top'), 'invalid']];
  return [top, right, bottom, left].map((one, index) => [of(SIDES[index] as string), one] as const);
}

function pair([one, other]: readonly [string, string], parts: readonly string[]): readonly Longhand[] {
  const [first = '', second = first] = parts;
  return [
    [one, parts.length > 2 ? 'invalid' : first],
    [other, second],
  ];
}

/** The parts of a value, at most 40 of them. */
export function partsOf(value: string): string[] {
  return value.match(PARTS)?.slice(0, MAX_PARTS) ?? [];
}

const IMAGE = /^(?:url|image|image-set|cross-fade|element|paint|-webkit-[\w-]+|(?:repeating-)?[\w-]+-gradient)\(/;
const PLACE =
  /^(?:none|repeat|repeat-[xy]|no-repeat|space|round|scroll|fixed|local|center|top|right|bottom|left|cover|contain|auto|border-box|padding-box|content-box|[+-]?[\d.]+(?:%|[a-z]+)?|calc\(.*\))$/s;

/** See: CSS Backgrounds and Borders Level 3, section 2.10. */
function background(value: string): readonly Longhand[] {
  if (ANYWHERE.test(value)) return ['background-color', 'background-image'].map((name) => [name, value] as const);
  const images: string[] = [];
  const colors: string[] = [];
  const parts = partsOf(value);
  for (const part of parts) {
    if (IMAGE.test(part)) images.push(part);
    else if (part !== ',' && part !== '/' && !PLACE.test(part)) colors.push(part);
  }
  const [color = 'transparent', ...more] = colors;
  // The color is part of the last layer only. Another word is not of this property.
  return [
    ['background-color', more.length > 0 ? 'invalid' : color],
    ['background-image', images.length === 0 ? 'none' : images.join(', ')],
    ['background-repeat', /\bno-repeat\b/.test(value) ? 'no-repeat' : 'repeat'],
    ['background-size', parts.includes('/') ? (parts[parts.indexOf('/') + 1] ?? '') : 'auto'],
  ];
}

const FONT_WORDS = /^(?:xx?-small|small|medium|large|x{1,3}-large|smaller|larger)$/;
const FONT_STYLES =
  /^(?:normal|italic|oblique|small-caps|bold|bolder|lighter|[1-9]\d{0,3}|(?:ultra-|extra-|semi-)?(?:condensed|expanded))$/;
const SYSTEM_FONTS = /^(?:caption|icon|menu|message-box|small-caption|status-bar)$/;

/** The size comes before the slash or the family. See: CSS Fonts Level 4, section 2.7. */
function font(value: string): readonly Longhand[] {
  if (ANYWHERE.test(value)) return ['font-size', 'line-height', 'font-family'].map((name) => [name, value] as const);
  if (SYSTEM_FONTS.test(value)) {
    return [
      ['font-size', '13px'],
      ['line-height', 'normal'],
      ['font-family', 'sans-serif'],
    ];
  }
  const parts = partsOf(value);
  const at = parts.findIndex((part) => !FONT_STYLES.test(part));
  const size = parts[at] ?? '';
  const hasHeight = parts[at + 1] === '/';
  const family = parts.slice(at + (hasHeight ? 3 : 1));
  const isSize = FONT_WORDS.test(size) || /^[+.\d]/.test(size) || size.includes('(');
  // Without a family, a browser ignores the declaration.
  if (!isSize || family.length === 0) return [['font-size', 'invalid']];
  return [
    ['font-size', size],
    ['line-height', hasHeight ? (parts[at + 2] ?? '') : 'normal'],
    ['font-family', family.join(' ')],
  ];
}
