import type { ComputedValues } from './computed-values.ts';
import { pixelsOf, WINDOW } from './css-length.ts';
import { isBox, isFlex, isTablePart } from './element-defaults.ts';
import { FAR, type RenderedStyle } from './rendered-style.ts';
import { type Move, moveOf } from './transforms.ts';

/** A box, as far as it decides whether text is seen. */
export interface Box {
  readonly isGone: boolean;
  readonly isDoubtful: boolean;
  /** Pixels to the right and down, of this box alone. */
  readonly shift: number;
  readonly drop: number;
  readonly width: number;
  readonly height: number | undefined;
  /** Whether what does not fit is cut off. */
  readonly clips: boolean;
  /** The limits of what fits, in pixels; `undefined`: there is none. */
  readonly maxWidth: number | undefined;
  readonly maxHeight: number | undefined;
  /** Whether it may be over other boxes: of those around it, or of those next to it. */
  readonly covers: 'container' | 'neighbors' | undefined;
  /** Whether it is painted after boxes that are not. */
  readonly isLayer: boolean;
  readonly isAnchor: boolean;
}

/** Pixels of a box that shows no text. */
const MIN_BOX = 2;
/** How far a box may be pulled over another before it counts as over it. */
const MAX_PULL = 24;
const MAX_OVERLAP = 12;
/** Larger lengths move text out of the window. */
const MAX_LENGTH = 3_000;
const MAX_WIDTH = 1_100;
/** Where positioned boxes are seen for certain. */
const PLACE = { min: -8, max: 600 } as const;
const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const NO_SIZE =
  /^(?:auto|none|normal|initial|stretch|(?:-webkit-)?(?:min|max|fit)-content|-webkit-fill-available|intrinsic)$/;

/** Reads the box of an element with a value of `display`, in the style of what is around it. */
export function readBox(values: ComputedValues, around: RenderedStyle, display: string, font: number): Box {
  return new BoxReader(values, around, display, font).read();
}

class BoxReader {
  readonly #values: ComputedValues;
  readonly #around: RenderedStyle;
  readonly #display: string;
  readonly #font: number;
  #isDoubtful = false;
  #isGone = false;

  constructor(values: ComputedValues, around: RenderedStyle, display: string, font: number) {
    this.#values = values;
    this.#around = around;
    this.#display = display;
    this.#font = font;
  }

  read(): Box {
    const position = this.#position();
    const isOut = position === 'absolute' || position === 'fixed';
    const moved = this.#moved(position);
    const pulled = this.#margins();
    const transformed = this.#transformed();
    const [padLeft, padTop] = [this.#pixels('padding-left') ?? 0, this.#pixels('padding-top') ?? 0];
    for (const one of [padTop, padLeft, this.#pixels('padding-bottom') ?? 0, this.#pixels('padding-right') ?? 0]) {
      if (one > MAX_LENGTH) this.#isDoubtful = true;
    }
    const size = this.#size(isOut);
    const far = Math.max(
      Math.abs(moved.right),
      Math.abs(moved.down),
      Math.abs(transformed.right),
      Math.abs(transformed.down),
    );
    if (far >= FAR && !(isOut && far < 5 * FAR && moved.right >= 0 && moved.down >= 0)) this.#isGone = true;
    const isPulled = pulled.down < -MAX_OVERLAP || pulled.right < -MAX_OVERLAP;
    const isShifted = far > MAX_OVERLAP;
    this.#checkAlign();
    return {
      ...size,
      isGone: this.#isGone || transformed.isGone,
      isDoubtful: this.#isDoubtful || transformed.isDoubtful,
      shift: moved.right + pulled.right + transformed.right + padLeft,
      drop: Math.min(moved.down, 0) + Math.min(pulled.down, 0) + Math.min(transformed.down, 0),
      covers: isOut ? 'container' : isPulled || isShifted ? 'neighbors' : undefined,
      isLayer: this.#isLayer(position),
      isAnchor: position !== 'static' || this.#has('transform') || this.#has('filter'),
    };
  }

  #has(property: string): boolean {
    const value = this.#values.get(property);
    return value !== undefined && !/^(?:none|normal|auto|initial|1|100%|visible)$/.test(value);
  }

  #position(): string {
    const position = this.#values.get('position') ?? 'static';
    return position === 'initial' ? 'static' : position;
  }

  #isFloat(): boolean {
    return /^(?:left|right|inline-)/.test(this.#values.get('float') ?? '');
  }

  #isLayer(position: string): boolean {
    if (position !== 'static' || /^inline-/.test(this.#display)) return true;
    return ['transform', 'filter', 'opacity', 'z-index', 'scale', 'translate'].some((name) => this.#has(name));
  }

  /** A length in pixels. Percentages are of the room around. A value that is not read is doubtful. */
  #pixels(property: string, whole = this.#around.width): number | undefined {
    const value = this.#values.get(property);
    if (value === undefined || NO_SIZE.test(value)) return undefined;
    const pixels = pixelsOf(value, { font: this.#font, whole });
    if (pixels === undefined) this.#isDoubtful = true;
    return pixels;
  }

  #moved(position: string): { right: number; down: number } {
    if (position === 'static' || position === 'sticky' || position === '-webkit-sticky') return { right: 0, down: 0 };
    const [top, right, bottom, left] = SIDES.map((side) =>
      this.#pixels(side, side === 'top' || side === 'bottom' ? WINDOW.height : (this.#around.anchor ?? WINDOW.width)),
    );
    if (position !== 'relative') this.#checkPlace(position, [top, right, bottom, left]);
    if (position === 'relative' && Math.abs(top ?? bottom ?? 0) > 10 * MAX_PULL) this.#isDoubtful = true;
    if (position !== 'relative') {
      const far = [top, right, bottom, left].some((side) => side !== undefined && (side <= -FAR || side >= 10 * FAR));
      if (far) this.#isGone = true;
      return { right: 0, down: 0 };
    }
    return { right: left ?? -(right ?? 0), down: top ?? -(bottom ?? 0) };
  }

  /** Whether a box that is out of the flow is where a person sees it. */
  #checkPlace(position: string, sides: readonly (number | undefined)[]): void {
    const { anchor } = this.#around;
    if (sides.some((side) => side !== undefined && (side < PLACE.min || side > PLACE.max))) this.#isDoubtful = true;
    const [, right, bottom] = sides;
    if (position === 'absolute' && anchor !== undefined) {
      if (bottom !== undefined || (right !== undefined && anchor < 200)) this.#isDoubtful = true;
    }
    if (this.#around.isClipped) this.#isDoubtful = true;
    const index = Number(this.#values.get('z-index') ?? 0);
    if (index < 0) this.#isDoubtful = true;
  }

  #margins(): { right: number; down: number } {
    const [top, right, bottom, left] = SIDES.map((side) => this.#pixels(`margin-${side}`) ?? 0) as [
      number,
      number,
      number,
      number,
    ];
    if (this.#display === 'inline') return { right: left, down: 0 };
    if (Math.abs(top) > MAX_LENGTH || Math.abs(bottom) > MAX_LENGTH) this.#isDoubtful = true;
    if (top < -MAX_PULL || bottom < -MAX_PULL || right < -4 * MAX_PULL) this.#isDoubtful = true;
    if (top <= -FAR || left <= -FAR) this.#isGone = true;
    return { right: left, down: top };
  }

  #transformed(): Move {
    const move = moveOf(this.#values, { font: this.#font, whole: 100 });
    const index = this.#values.get('z-index');
    if (index?.startsWith('-') && this.#position() !== 'static') this.#isDoubtful = true;
    return move;
  }

  #checkAlign(): void {
    const value = this.#values.get('vertical-align');
    if (value === undefined || /^[a-z-]+$/.test(value)) return;
    const pixels = this.#pixels('vertical-align', 1.2 * this.#font);
    if (pixels !== undefined && Math.abs(pixels) > 30) this.#isDoubtful = true;
  }

  #size(isOut: boolean): Pick<Box, 'width' | 'height' | 'clips' | 'maxWidth' | 'maxHeight'> {
    const around = this.#around;
    const isInFlex = isFlex(around.display);
    const isInline = !isBox(this.#display) && !isOut && !isInFlex && !this.#isFloat();
    const isPart = isTablePart(this.#display) && !isOut;
    const [width, maxWidth, minWidth] = [this.#pixels('width'), this.#pixels('max-width'), this.#pixels('min-width')];
    const inner = Math.max(minWidth ?? 0, Math.min(width ?? around.width, maxWidth ?? Number.POSITIVE_INFINITY));
    if (isInline)
      return { width: around.width, height: undefined, clips: false, maxWidth: undefined, maxHeight: undefined };
    if (inner > MAX_WIDTH) this.#isDoubtful = true;
    const heights = [this.#height('height'), this.#height('max-height')].filter((one) => one !== undefined);
    const height = heights.length === 0 ? undefined : Math.min(...heights);
    const clips = ['overflow-x', 'overflow-y'].some((name) =>
      /hidden|clip|auto|scroll|overlay/.test(this.#values.get(name) ?? ''),
    );
    if (isPart) return this.#partOfTable(inner, clips);
    const lines = this.#lines(clips);
    if (clips && isInFlex && width === undefined) this.#isDoubtful = true;
    if (clips && ((height ?? MIN_BOX) < MIN_BOX || inner < MIN_BOX)) this.#isGone = true;
    return {
      width: inner,
      height: height ?? lines,
      clips,
      maxWidth: clips ? inner : undefined,
      maxHeight: height ?? lines,
    };
  }

  /** A height in pixels; a percentage counts only of a height that is given. */
  #height(property: string): number | undefined {
    const value = this.#values.get(property);
    if (value?.endsWith('%')) {
      return this.#around.height === undefined ? undefined : this.#pixels(property, this.#around.height);
    }
    return this.#pixels(property);
  }

  /** Cells grow with what they contain, but for the width of those in a table of fixed columns. */
  #partOfTable(width: number, clips: boolean): Pick<Box, 'width' | 'height' | 'clips' | 'maxWidth' | 'maxHeight'> {
    const isFixed = this.#around.isFixedTable && clips;
    if (isFixed && this.#values.get('width') === undefined) this.#isDoubtful = true;
    return { width, height: undefined, clips: isFixed, maxWidth: isFixed ? width : undefined, maxHeight: undefined };
  }

  /** The height of the lines that `line-clamp` leaves. */
  #lines(clips: boolean): number | undefined {
    const lines = Number(this.#values.get('line-clamp') ?? Number.NaN);
    return clips && lines > 0 ? lines * 1.2 * this.#font : undefined;
  }
}
