import { colorOf } from './css-color.ts';

/** See: CSS Display Level 3, section 2; CSS 2.2, sections 9.3 and 11.2. */
const KEYWORDS: Readonly<Record<string, RegExp>> = {
  display:
    /^(?:none|contents|block|inline|flow-root|flex|grid|list-item|ruby|math|inline-\w+|table(?:-\w+){0,2}|-webkit-(?:inline-)?(?:box|flex)|(?:block|inline) (?:flow|flow-root|table|flex|grid|ruby))$/,
  visibility: /^(?:visible|hidden|collapse)$/,
  position: /^(?:static|relative|absolute|fixed|(?:-webkit-)?sticky)$/,
};
const COLORS: ReadonlySet<string> = new Set(['color', 'background-color', '-webkit-text-fill-color']);
/** Colors of the system, which the library of colors does not know. See: CSS Color Level 4, section 6.2. */
const SYSTEM_COLOR =
  /^(?:currentcolor|accentcolor\w*|active\w+|buttonborder|button\w+|canvas\w*|field\w*|graytext|highlight\w*|linktext|mark\w*|selecteditem\w*|visitedtext|window\w*|-webkit-\w+)$/;
const LENGTHS: ReadonlySet<string> = new Set(
  `bottom font-size height left margin-left margin-top max-height max-width opacity right text-indent top width`.split(
    ' ',
  ),
);
/** See: CSS Values and Units Level 4, sections 5 and 6; CSS Conditional Rules Level 5 (container units). */
const LENGTH =
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?(?:%|px|pt|pc|in|cm|mm|q|r?(?:em|ex|ch|ic|lh|cap)|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max))?$/;
const LENGTH_WORDS =
  /^(?:auto|none|(?:x{0,3}-)?(?:small|large)|medium|smaller|larger|math|(?:-webkit-|-moz-)?(?:min|max|fit)-content|(?:-webkit-|-moz-)?(?:fill-)?available|stretch)$/;
const ANYWHERE: ReadonlySet<string> = new Set(['inherit', 'initial', 'unset', 'revert']);

/**
 * Whether a browser accepts a value of one of the properties that are read. It ignores a declaration with any other
 * value, and `revert-layer` has the effect of none. Of properties with many forms of values, all are accepted.
 */
export function isValidValue(property: string, value: string): boolean {
  if (value === 'revert-layer') return false;
  // What a function returns is known later.
  if (property.startsWith('--') || ANYWHERE.has(value) || value.includes('(')) return true;
  if (Object.hasOwn(KEYWORDS, property)) return KEYWORDS[property]?.test(value) ?? true;
  if (COLORS.has(property)) return SYSTEM_COLOR.test(value) || colorOf(value) !== undefined;
  return (
    !LENGTHS.has(property) ||
    LENGTH.test(value) ||
    LENGTH_WORDS.test(value) ||
    /^[^ ]+ (?:hanging|each-line)/.test(value)
  );
}
