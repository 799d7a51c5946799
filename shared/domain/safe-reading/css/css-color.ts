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

/** The color that a CSS value names; `undefined` for anything else, such as `inherit`. */
export function colorOf(value: string): Color | undefined {
  const text = value.trim().toLowerCase();
  if (text.length > MAX_CHARACTERS) return undefined;
  const rgb = toRgb(parse(text));
  return rgb && { red: rgb.r, green: rgb.g, blue: rgb.b, alpha: rgb.alpha ?? 1 };
}

/** The color that an HTML attribute such as `bgcolor` names. Programs read it with or without `#`. */
export function legacyColorOf(value: string): Color | undefined {
  return colorOf(/^[0-9a-f]{3}(?:[0-9a-f]{3})?$/i.test(value.trim()) ? `#${value.trim()}` : value);
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
