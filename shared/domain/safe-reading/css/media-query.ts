import { holds, isSupported, type Truth } from './condition.ts';
import { pixelsOf, WINDOW } from './css-length.ts';

/** Font and whole of a length in a media query. */
const BASE = { font: 16, whole: 0 };

/** What a computer with a screen and a mouse has, by the features that rules ask for. */
const SCREEN: Readonly<Record<string, readonly string[]>> = {
  'any-hover': ['hover'],
  'any-pointer': ['fine'],
  'color-gamut': ['srgb'],
  'display-mode': ['browser'],
  'dynamic-range': ['standard'],
  'forced-colors': ['none'],
  hover: ['hover'],
  'inverted-colors': ['none'],
  orientation: ['landscape'],
  'overflow-block': ['scroll'],
  pointer: ['fine'],
  'prefers-color-scheme': ['light'],
  'prefers-contrast': ['no-preference'],
  'prefers-reduced-data': ['no-preference'],
  'prefers-reduced-motion': ['no-preference'],
  'prefers-reduced-transparency': ['no-preference'],
  scan: ['progressive'],
  scripting: ['none'],
  update: ['fast'],
  'device-posture': ['continuous'],
  'nav-controls': ['back'],
  'overflow-inline': ['scroll'],
  shape: ['rect'],
  'video-color-gamut': ['srgb'],
  'video-dynamic-range': ['standard'],
};
/** Features with a number: width and height in pixels, a resolution in dots per pixel, bits, and ratios. */
const NUMBERS: Readonly<Record<string, number>> = {
  width: WINDOW.width,
  height: WINDOW.height,
  'device-width': WINDOW.width,
  'device-height': WINDOW.height,
  'aspect-ratio': WINDOW.width / WINDOW.height,
  'device-aspect-ratio': WINDOW.width / WINDOW.height,
  resolution: 1,
  '-webkit-device-pixel-ratio': 1,
  color: 8,
  'color-index': 0,
  monochrome: 0,
  grid: 0,
  '-webkit-transform-2d': 1,
  '-webkit-transform-3d': 1,
  '-webkit-animation': 1,
  '-webkit-transition': 1,
  'horizontal-viewport-segments': 1,
  'vertical-viewport-segments': 1,
};
const OFF: ReadonlySet<string> = new Set(['none', 'no-preference']);

/**
 * Whether a media query list matches the window in which we suppose that a person reads: 1024 pixels wide, on a screen,
 * with light colors, a mouse and without scripts; `undefined` if it has a value that is not read. A feature that
 * browsers do not know does not match.
 *
 * See: Media Queries Level 4.
 */
export function matchesWindow(queries: string): Truth {
  const text = queries.trim().toLowerCase();
  if (text === '') return true;
  const truths = commaSeparated(text).map(matchesQuery);
  return truths.includes(true) || (truths.includes(undefined) ? undefined : false);
}

/** Of a query with a medium, `not` negates all of it. */
function matchesQuery(query: string): Truth {
  const [, rest] = /^\s*not\s+(?!\()(.*)$/s.exec(query) ?? [];
  if (rest === undefined) return holds(query.replace(/^\s*only\s+/, ''), matchesTest);
  const truth = holds(rest, matchesTest);
  return truth === undefined ? undefined : !truth;
}

/** The queries of a list. Commas in functions separate nothing. */
function commaSeparated(text: string): string[] {
  return text.match(/(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[()])+/g) ?? [];
}

function matchesTest(test: string): Truth {
  if (test === 'all' || test === 'screen') return true;
  if (!/[:<>=]/.test(test)) return matchesFeature(test);
  // A function other than `calc()`, or one that is not read.
  if (/(?<![a-z-])(?!calc\()[a-z-]{1,40}\(/.test(test)) return undefined;
  const [, name = '', value = ''] = /^([a-z-]+)\s*:\s*(.*)$/.exec(test) ?? [];
  if (name === '') return matchesRange(test);
  if (Object.hasOwn(SCREEN, name)) return SCREEN[name]?.includes(value) ?? false;
  const [, prefix = '', bound, feature = ''] = /^(-webkit-)?(?:(min|max)-)?(.*)$/.exec(name) ?? [];
  const order = compare(prefix + feature, value);
  if (Number.isNaN(order) && value.includes('(') && Object.hasOwn(NUMBERS, feature)) return undefined;
  if (bound === 'min') return order >= 0;
  return bound === 'max' ? order <= 0 : order === 0;
}

/** A feature without a value: whether there is one at all. */
function matchesFeature(name: string): boolean {
  if (Object.hasOwn(SCREEN, name)) return !OFF.has(SCREEN[name]?.[0] ?? '');
  return Object.hasOwn(NUMBERS, name) && NUMBERS[name] !== 0;
}

/** `width >= 500px`, `500px < width`, `400px <= width <= 2000px`. */
function matchesRange(test: string): boolean {
  const parts = test.split(/ ?(<=|>=|<|>|=) ?/);
  const at = parts.findIndex((part) => Object.hasOwn(NUMBERS, part));
  if (at === -1 || parts.length > 5) return false;
  const feature = parts[at] as string;
  return parts.every((part, index) => {
    if (index % 2 === 0) return index === at || Number.isFinite(compare(feature, part));
    const isBefore = index < at;
    const order = compare(feature, parts[isBefore ? index - 1 : index + 1] ?? '');
    // Before the feature, the sign is read from the value\'s side.
    const difference = isBefore ? -order : order;
    if (part === '=') return difference === 0;
    return part.startsWith('<')
      ? difference < 0 || (part === '<=' && difference === 0)
      : difference > 0 || (part === '>=' && difference === 0);
  });
}

/** How the feature compares with a value: below zero if it is less. NaN for a feature or a value that is not known. */
function compare(feature: string, value: string): number {
  if (!Object.hasOwn(NUMBERS, feature)) return Number.NaN;
  return (NUMBERS[feature] as number) - numberOf(value);
}

const PER_PIXEL: Readonly<Record<string, number>> = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };

function numberOf(value: string): number {
  const [, digits, divisor] = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(value) ?? [];
  if (digits !== undefined) return Number(digits) / Number(divisor);
  const [, dots, unit = ''] = /^([\d.]+)(dppx|x|dpi|dpcm)$/.exec(value) ?? [];
  if (dots !== undefined) return Number(dots) * (PER_PIXEL[unit] as number);
  return pixelsOf(value, BASE) ?? Number.NaN;
}

/** Whether a conditional rule, such as `@media` or `@supports`, holds where a person reads. */
export function truthOf(name: string, condition: string): Truth {
  if (name === 'media') return matchesWindow(condition);
  return name === 'supports' ? isSupported(condition) : undefined;
}
