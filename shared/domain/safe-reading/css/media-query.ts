import { holds } from './condition.ts';
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
};
const OFF: ReadonlySet<string> = new Set(['none', 'no-preference']);

/**
 * Whether a media query list matches the window in which we suppose that a person reads: 1024 pixels wide, on a screen,
 * with light colors, a mouse and without scripts. A feature that is not known here does not match.
 *
 * See: Media Queries Level 4.
 */
export function matchesWindow(queries: string): boolean {
  const text = queries.trim().toLowerCase();
  return text === '' || text.split(',').some((query) => holds(query.replace(/^\s*only\s+/, ''), matchesTest));
}

function matchesTest(test: string): boolean {
  if (test === 'all' || test === 'screen') return true;
  if (!/[:<>=]/.test(test)) return matchesFeature(test);
  const [, name = '', value = ''] = /^([a-z-]+)\s*:\s*(.*)$/.exec(test) ?? [];
  if (name === '') return matchesRange(test);
  if (Object.hasOwn(SCREEN, name)) return SCREEN[name]?.includes(value) ?? false;
  const [, prefix = '', bound, feature = ''] = /^(-webkit-)?(?:(min|max)-)?(.*)$/.exec(name) ?? [];
  const order = compare(prefix + feature, value);
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
