import {
  converter,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  useMode,
} from 'culori/fn';

for (const mode of [modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch, modeRgb]) useMode(mode as typeof modeRgb);
const toRgb = converter('rgb');

/** A color with its parts from 0 to 1. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export const WHITE: Color = { red: 1, green: 1, blue: 1, alpha: 1 };
export const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 };
/** The color of links that have none of their own. */
export const LINK: Color = { red: 0, green: 0, blue: 0.93, alpha: 1 };

const MAX_CHARACTERS = 100;
/** Colors of the system, in a window with light colors. See: CSS Color Level 4, section 6.2. */
const SYSTEM_COLORS: Readonly<Record<string, Color>> = {
  canvas: WHITE,
  window: WHITE,
  field: WHITE,
  canvastext: BLACK,
  windowtext: BLACK,
  fieldtext: BLACK,
  buttontext: BLACK,
  linktext: LINK,
  '-webkit-link': LINK,
  '-webkit-text': BLACK,
};
/** The other colors of the system: browsers know them, and their values differ. */
const OTHER_SYSTEM_COLORS =
  /^(?:accentcolor\w*|active\w+|appworkspace|background|button\w+|captiontext|graytext|highlight\w*|inactive\w+|info\w+|mark\w*|menu\w*|scrollbar|selecteditem\w*|threed\w+|visitedtext|window\w+|-webkit-[a-z-]+)$/;
const HASHLESS = /^(?:[0-9a-f]{3}|[0-9a-f]{6})$/;

/** The color that a CSS value names; `undefined` for anything else, such as `inherit`. */
export function colorOf(value: string): Color | undefined {
  const text = value.trim().toLowerCase();
  if (text.length > MAX_CHARACTERS) return undefined;
  if (Object.hasOwn(SYSTEM_COLORS, text)) return SYSTEM_COLORS[text];
  const rgb = toRgb(parse(text));
  return rgb && { red: part(rgb.r), green: part(rgb.g), blue: part(rgb.b), alpha: part(rgb.alpha ?? 1) };
}

/** A part of a color within what a screen shows. A missing one counts as zero. */
function part(value: number | undefined): number {
  return Math.min(Math.max(value ?? 0, 0), 1);
}

/** Whether a browser reads a value without functions as a color. `isQuirky`: without the sign of hexadecimal ones. */
export function isColor(value: string, isQuirky: boolean): boolean {
  if (value === 'currentcolor' || OTHER_SYSTEM_COLORS.test(value)) return true;
  if (/^[0-9a-f]+$/.test(value) && colorOf(`#${value}`) !== undefined) return isQuirky && HASHLESS.test(value);
  return colorOf(value) !== undefined;
}

/** The color that an attribute such as `bgcolor` names. See: HTML Living Standard, section 2.3.6 (legacy colors). */
export function legacyColorOf(value: string): Color | undefined {
  const text = value.trim().toLowerCase();
  if (text === '' || text === 'transparent') return undefined;
  if (/^[a-z]+$/.test(text) && !HASHLESS.test(text) && colorOf(text) !== undefined) return colorOf(text);
  const [, short] = /^#([0-9a-f]{3})$/.exec(text) ?? [];
  return colorOf(`#${short ?? hexadecimal(text)}`);
}

/** The six digits that a browser makes of any text: three parts of the same length, of which the first digits count. */
function hexadecimal(text: string): string {
  const digits = text
    .slice(0, 128)
    .replace(/^#/, '')
    .replace(/[^0-9a-f]/g, '0')
    .padEnd(3, '0');
  const length = Math.ceil(digits.length / 3);
  const whole = digits.padEnd(3 * length, '0');
  let parts = [0, 1, 2].map((index) => whole.slice(index * length, (index + 1) * length).slice(-8));
  while ((parts[0]?.length ?? 0) > 2 && parts.every((one) => one.startsWith('0'))) {
    parts = parts.map((one) => one.slice(1));
  }
  return parts.map((one) => one.slice(0, 2).padStart(2, '0')).join('');
}

/** The color that is seen where one is over another. */
export function over(upper: Color, lower: Color): Color {
  const mix = (one: number, other: number) => one * upper.alpha + other * (1 - upper.alpha);
  return {
    red: mix(upper.red, lower.red),
    green: mix(upper.green, lower.green),
    blue: mix(upper.blue, lower.blue),
    alpha: 1,
  };
}

/** How well text is seen on its ground, from 1 (not at all) to 21. See: WCAG 2.2, contrast ratio. */
export function contrastOf(text: Color, ground: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(text), luminanceOf(ground)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf({ red, green, blue }: Color): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
