import type { Declarations } from '../css/declarations.ts';
import type { RenderedStyle } from '../css/rendered-style.ts';
import { type StyleContext, styleWithin } from '../css/style-within.ts';

/** What the boxes that rules generate before and after the content of an element do to its text. */
export interface GeneratedBoxes {
  /** Whether one may be over the text. */
  readonly isOver: boolean;
  /** Whether one is painted after boxes that are not positioned. */
  readonly isPaintedLayer: boolean;
}

/** Reads the declarations for `::before` and `::after` of an element with a style. */
export function readableBoxes(
  all: readonly Declarations[],
  style: RenderedStyle,
  context: StyleContext,
): GeneratedBoxes {
  let [isOver, isPaintedLayer] = [false, false];
  for (const declarations of all) {
    const { style: own, box, isPainted } = styleWithin(style, declarations, { ...context, display: 'inline' });
    if (own.isGone || box === undefined) continue;
    const isOdd = own.isDoubtful && !style.isDoubtful;
    if ((isPainted && box.covers !== undefined) || isOdd) isOver = true;
    if (isPainted && box.isLayer) isPaintedLayer = true;
  }
  return { isOver, isPaintedLayer };
}
