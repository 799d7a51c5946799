import { type Color, colorOf, over, WHITE } from './css-color.ts';
import { partsOf } from './shorthands.ts';

const MAX_GROUNDS = 16;
const GRADIENT = /^(?:-webkit-)?(?:repeating-)?(?:linear|radial|conic)-gradient\((.*)\)$/s;
/** The parts of a gradient that are no colors: angles, sides, shapes and places. */
const NO_COLOR =
  /^(?:to|at|in|from|top|right|bottom|left|center|circle|ellipse|closest-side|farthest-side|closest-corner|farthest-corner|srgb|srgb-linear|oklab|oklch|lab|hsl|[+-]?[\d.]+(?:%|[a-z]+)?|calc\(.*\)|,|\/)$/s;

/** The values of a box's ground. `undefined`: not declared. */
export interface DeclaredGround {
  readonly color: string | undefined;
  readonly image: string | undefined;
  /** Whether a picture may be smaller than the box. */
  readonly isPartial: boolean;
}

/** The colors that may be behind the text of a box. None: they are not known. */
export interface Ground {
  readonly colors: readonly Color[];
  /** Whether the box paints something of its own. */
  readonly isPainted: boolean;
}

/**
 * What is behind the text of a box, from what is behind the box. A picture from elsewhere is not loaded, and shows the
 * color below it; one in the email itself is not known. Of a gradient, all colors and what is below it count.
 */
export function groundWithin(
  around: readonly Color[],
  { color, image, isPartial }: DeclaredGround,
  text?: Color,
): Ground {
  const base = groundOfColor(around, color, text);
  const images = partsOf(image ?? '').filter((part) => part !== ',' && part !== 'none' && part !== 'initial');
  if (images.length === 0) return base;
  let colors = base.colors;
  for (const one of images.toReversed()) {
    if (/^url\(/.test(one)) {
      if (/^url\(\s*["']?\s*(?:data|blob):/.test(one)) return { colors: [], isPainted: true };
      continue;
    }
    const stops = stopsOf(one);
    if (stops === undefined || colors.length === 0) return { colors: [], isPainted: true };
    const below = colors;
    const painted = stops.flatMap((stop) => below.map((ground) => over(stop, ground)));
    // An opaque gradient covers what is below, unless it is smaller than the box.
    colors = !isPartial && stops.every(({ alpha }) => alpha === 1) ? painted : [...painted, ...below];
  }
  return { colors: colors.length > MAX_GROUNDS ? [] : colors, isPainted: true };
}

function groundOfColor(around: readonly Color[], value: string | undefined, text: Color | undefined): Ground {
  if (value === undefined || value === 'initial' || value === 'none') return { colors: around, isPainted: false };
  const color = value === 'currentcolor' ? text : colorOf(value);
  if (color === undefined) return { colors: [], isPainted: true };
  const isPainted = color.alpha > 0;
  if (color.alpha === 1) return { colors: [color], isPainted };
  return { colors: around.map((ground) => over(color, ground)), isPainted };
}

/** The colors of a gradient; `undefined` if it is not read. */
function stopsOf(image: string): readonly Color[] | undefined {
  const [, list] = GRADIENT.exec(image) ?? [];
  if (list === undefined) return undefined;
  const colors: Color[] = [];
  for (const part of partsOf(list)) {
    if (NO_COLOR.test(part)) continue;
    const color = part === 'transparent' ? { ...WHITE, alpha: 0 } : colorOf(part);
    if (color === undefined) return undefined;
    colors.push(color);
  }
  return colors.length === 0 ? undefined : colors;
}
