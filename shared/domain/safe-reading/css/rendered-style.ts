import { BLACK, type Color, contrastOf, over, WHITE } from './css-color.ts';
import { WINDOW } from './css-length.ts';

/** How an element is shown, as far as it decides whether its text is seen. */
export interface RenderedStyle {
  /** Whether nothing of the element and what it contains is seen. */
  readonly isGone: boolean;
  /** Whether a declaration for it, or for an element around it, is not understood. */
  readonly isDoubtful: boolean;
  readonly isVisible: boolean;
  /** The used value of `display`. */
  readonly display: string;
  /** The product of the opacities of the element and those around it. */
  readonly opacity: number;
  /** The size of the font in pixels. */
  readonly font: number;
  /** The height of a line: a factor of the font's size, or pixels. */
  readonly line: { readonly factor?: number; readonly pixels?: number };
  /** `undefined` if it is not known. */
  readonly color: Color | undefined;
  /** The colors that may be behind the text; none if they are not known. */
  readonly grounds: readonly Color[];
  /** Whether the letters are those of a text, of a font of signs, or not known. */
  readonly letters: 'text' | 'signs' | 'unknown';
  /** Whether letters and words are so far apart, or so close, that they may not be read. */
  readonly isOddlySpaced: boolean;
  /** The indent of first lines, and how far this box and those around are moved to the right and down, in pixels. */
  readonly indent: number;
  readonly shift: number;
  readonly drop: number;
  readonly whiteSpace: string;
  /** The room for text from left to right, in pixels; and the height of the box if it is given. */
  readonly width: number;
  readonly height: number | undefined;
  /** Whether this box or one around it cuts off what does not fit. */
  readonly isClipped: boolean;
  /** The width of the box that positions are relative to; `undefined` for the window. */
  readonly anchor: number | undefined;
  readonly isInFlex: boolean;
  readonly isFixedTable: boolean;
  /** The values of custom properties. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The style of a document without any declarations. */
export const INITIAL_STYLE: RenderedStyle = {
  isGone: false,
  isDoubtful: false,
  isVisible: true,
  display: 'block',
  opacity: 1,
  font: 16,
  line: { factor: 1.2 },
  color: BLACK,
  grounds: [WHITE],
  letters: 'text',
  isOddlySpaced: false,
  indent: 0,
  shift: 0,
  drop: 0,
  whiteSpace: 'normal',
  width: WINDOW.width,
  height: undefined,
  isClipped: false,
  anchor: undefined,
  isInFlex: false,
  isFixedTable: false,
  variables: new Map(),
};

/** Text is not seen below these: its size in pixels, its opacity, and its contrast with what is behind it. */
const MIN_FONT = 2;
const MIN_OPACITY = 0.1;
const MIN_CONTRAST = 1.15;
/** Text of this size and below is doubtful. */
const SMALL_FONT = 4;
/** Pixels outside of the window from which on text is certainly not seen. */
export const FAR = 500;
/** How far text may be moved to the left of its place, and to the right. */
const MIN_SHIFT = -20;
const MAX_SHIFT = 800;
/** The share of the font's size that a line needs where what does not fit is cut off. */
const MIN_LINE = 0.8;

/** Whether text is seen: `doubtful` if that is not known. */
export type Sight = 'seen' | 'hidden' | 'doubtful';

/** Whether text directly in an element with this style is seen. */
export function sightOf(style: RenderedStyle): Sight {
  if (style.isGone || !style.isVisible) return 'hidden';
  if (style.font < MIN_FONT || style.opacity < MIN_OPACITY) return 'hidden';
  if (style.shift + style.indent <= -FAR || style.drop <= -FAR) return 'hidden';
  const paint = paintOf(style);
  if (paint === 'hidden') return 'hidden';
  const line = lineOf(style) / style.font;
  if (style.isClipped && line < MIN_LINE) return line < 0.2 ? 'hidden' : 'doubtful';
  const isMoved = style.shift + style.indent < MIN_SHIFT || style.shift + style.indent > MAX_SHIFT;
  const isOdd = style.font < SMALL_FONT || style.letters === 'unknown' || style.isOddlySpaced;
  return style.isDoubtful || isMoved || isOdd ? 'doubtful' : paint;
}

/** Whether the color of text differs from all that may be behind it. */
function paintOf({ color, grounds, opacity }: RenderedStyle): Sight {
  if (color === undefined) return 'doubtful';
  if (color.alpha * opacity < MIN_OPACITY) return 'hidden';
  if (grounds.length === 0) return 'doubtful';
  const text = { ...color, alpha: color.alpha * opacity };
  const readable = grounds.filter((ground) => contrastOf(over(text, ground), ground) >= MIN_CONTRAST).length;
  if (readable === grounds.length) return 'seen';
  return readable === 0 && grounds.length === 1 ? 'hidden' : 'doubtful';
}

/** The height of a line in pixels. */
export function lineOf({ line, font }: RenderedStyle): number {
  return line.pixels ?? (line.factor ?? 1.2) * font;
}
