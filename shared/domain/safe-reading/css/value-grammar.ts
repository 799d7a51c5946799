import { isColor } from './css-color.ts';

/** Whether a browser accepts a value: it ignores a declaration that it does not accept. */
export type Validity = 'valid' | 'invalid' | 'unknown';

const ANYWHERE: ReadonlySet<string> = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer']);
/** Values of other engines. */
const FOREIGN = /(?:^|[\s,(])-(?:moz|ms|o|khtml)-/;
/** See: CSS Values and Units Level 4, sections 5 and 6; CSS Conditional Rules Level 5 (container units). */
const LENGTH =
  /^[+-]?(?:\d+|\d*\.\d+)(?:e[+-]?\d{1,3})?(%|px|pt|pc|in|cm|mm|q|r?(?:em|ex|ch|ic|lh|cap)|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max))?$/;
const SIZES = /^(?:auto|(?:-webkit-)?(?:min|max|fit)-content|-webkit-fill-available|stretch|intrinsic|min-intrinsic)$/;

/** See: CSS Display Level 3, section 2; CSS 2.2, chapters 9, 10, 11 and 16. */
const KEYWORDS: Readonly<Record<string, RegExp>> = {
  'content-visibility': /^(?:visible|auto|hidden)$/,
  display:
    /^(?:none|contents|block|inline|flow|flow-root|flex|grid|list-item|math|(?:block |inline )?ruby(?:-text)?|inline-(?:block|flex|grid|table)|table(?:-(?:row|cell|column|caption|row-group|header-group|footer-group|column-group))?|-webkit-(?:inline-)?(?:box|flex)|(?:block|inline) (?:flow|flow-root|table|flex|grid|math)|inline flow-root list-item|(?:block |flow |flow-root )*list-item)$/,
  'line-clamp': /^(?:none|\d+)$/,
  'overflow-x': /^(?:visible|hidden|clip|scroll|auto|overlay)$/,
  'overflow-y': /^(?:visible|hidden|clip|scroll|auto|overlay)$/,
  position: /^(?:static|relative|absolute|fixed|(?:-webkit-)?sticky)$/,
  visibility: /^(?:visible|hidden|collapse)$/,
  'white-space':
    /^(?:normal|pre|nowrap|pre-wrap|pre-line|break-spaces|(?:(?:collapse|preserve|wrap|nowrap|preserve-breaks)\s?)+)$/,
  'z-index': /^(?:auto|[+-]?\d+)$/,
};

/** The words that a property with a length also takes, and whether it takes numbers below zero. */
const LENGTHS: Readonly<Record<string, { words: RegExp; isSigned?: true; isNumber?: true }>> = {
  bottom: { words: SIZES, isSigned: true },
  'font-size': { words: /^(?:x{0,3}-?(?:small|large)|medium|smaller|larger|math|-webkit-xxx-large)$/ },
  height: { words: SIZES },
  left: { words: SIZES, isSigned: true },
  'letter-spacing': { words: /^normal$/, isSigned: true },
  'line-height': { words: /^normal$/, isNumber: true },
  'margin-bottom': { words: /^auto$/, isSigned: true },
  'margin-left': { words: /^auto$/, isSigned: true },
  'margin-right': { words: /^auto$/, isSigned: true },
  'margin-top': { words: /^auto$/, isSigned: true },
  'max-height': { words: new RegExp(`^none$|${SIZES.source}`) },
  'max-width': { words: new RegExp(`^none$|${SIZES.source}`) },
  'min-width': { words: SIZES },
  opacity: { words: /^$/, isSigned: true, isNumber: true },
  'padding-bottom': { words: /^$/ },
  'padding-left': { words: /^$/ },
  'padding-right': { words: /^$/ },
  'padding-top': { words: /^$/ },
  right: { words: SIZES, isSigned: true },
  'text-indent': { words: /^$/, isSigned: true },
  top: { words: SIZES, isSigned: true },
  'vertical-align': {
    words: /^(?:baseline|sub|super|top|text-top|middle|bottom|text-bottom|-webkit-baseline-middle)$/,
    isSigned: true,
  },
  width: { words: SIZES },
  'word-spacing': { words: /^normal$/, isSigned: true },
};
const COLORS: ReadonlySet<string> = new Set(['color', 'background-color', 'text-fill-color']);

/**
 * Whether a browser accepts a value, in lower case, of a property that the reader evaluates. Functions that return a
 * length or a color are decided when they are evaluated. `isQuirky`: lengths need no unit, and colors no sign.
 *
 * See: CSS Color Level 4, section 16 (quirky colors); CSS Values and Units Level 4, section 6.5.
 */
export function validityOf(property: string, value: string, isQuirky: boolean): Validity {
  if (ANYWHERE.has(value)) return 'valid';
  if (FOREIGN.test(value) && property !== 'font-family') return 'invalid';
  const keywords = Object.hasOwn(KEYWORDS, property) ? KEYWORDS[property] : undefined;
  if (keywords !== undefined) return value.includes('(') ? 'unknown' : isTrue(keywords.test(value));
  if (COLORS.has(property)) return value.includes('(') ? 'unknown' : isTrue(isColor(value, isQuirky));
  const length = Object.hasOwn(LENGTHS, property) ? LENGTHS[property] : undefined;
  if (length === undefined || value.includes('(')) return 'unknown';
  if (length.words.test(value)) return 'valid';
  const [, unit] = LENGTH.exec(value) ?? [undefined, undefined];
  if (!LENGTH.test(value)) return isKnownWord(property, value) ? 'unknown' : 'invalid';
  if (!length.isSigned && value.startsWith('-') && Number.parseFloat(value) !== 0) return 'invalid';
  if (unit !== undefined || length.isNumber || Number.parseFloat(value) === 0) return 'valid';
  return isTrue(isQuirky);
}

/** Forms with several words that are not read, such as `text-indent: 2em hanging`. */
function isKnownWord(property: string, value: string): boolean {
  return property === 'text-indent' && /\b(?:hanging|each-line)\b/.test(value);
}

const isTrue = (condition: boolean): Validity => (condition ? 'valid' : 'invalid');
