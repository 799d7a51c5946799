import { type LengthBase, pixelsOf, WINDOW } from './css-length.ts';

/** Values that leave a property as it is around the element. */
export const INHERITED: ReadonlySet<string> = new Set(['inherit', 'unset', 'revert', 'revert-layer']);

/** Pixels outside of the window from which on an element is not seen. */
export const FAR = 500;

/** Pixels of a box that shows no text. */
const MIN_BOX = 2;

/** What decides about an element besides its declarations. */
export interface ElementTraits {
  /** Whether it is within a line unless `display` says otherwise: then it has no width and height of its own. */
  readonly isInline: boolean;
  /** Whether it is part of a table, where heights and widths are minimums. */
  readonly isTablePart: boolean;
}

/**
 * Whether an element and what it contains is outside of the window, clipped, or in a box without room. `declaredValue`
 * returns the value that is declared for a property.
 */
export function isOutOfSight(
  declaredValue: (property: string) => string | undefined,
  base: LengthBase,
  traits: ElementTraits,
): boolean {
  return new BoxReader(declaredValue, base, traits).isOutOfSight();
}

class BoxReader {
  readonly #declared: (property: string) => string | undefined;
  readonly #traits: ElementTraits;
  /** What lengths are relative to: the window, or a box of unknown size, taken as 100 pixels. */
  readonly #inWindow: LengthBase;
  readonly #inBox: LengthBase;

  constructor(declaredValue: (property: string) => string | undefined, base: LengthBase, traits: ElementTraits) {
    this.#declared = declaredValue;
    this.#traits = traits;
    this.#inWindow = { ...base, whole: WINDOW.width };
    this.#inBox = { ...base, whole: 100 };
  }

  isOutOfSight(): boolean {
    return this.#isFarOff() || this.#isClipped() || this.#isTransformedAway() || this.#isShrunk();
  }

  #isBox(): boolean {
    const display = this.#declared('display');
    if (display !== undefined && !INHERITED.has(display)) return display !== 'inline' && display !== 'contents';
    return !this.#traits.isInline || this.#isOutOfFlow() || (this.#declared('float') ?? 'none') !== 'none';
  }

  #isOutOfFlow(): boolean {
    return /^(?:absolute|fixed)$/.test(this.#declared('position') ?? '');
  }

  #isFarOff(): boolean {
    const position = this.#declared('position') ?? 'static';
    const inset = sides(this.#declared('inset'));
    const isMoved =
      position !== 'static' &&
      position !== 'sticky' &&
      (['top', 'right', 'bottom', 'left'] as const).some((side, index) => {
        const value = this.#declared(side) ?? inset[index];
        const pixels = value === undefined ? undefined : pixelsOf(value, this.#inWindow);
        return pixels !== undefined && (pixels <= -FAR || pixels >= 10 * FAR);
      });
    const margin = sides(this.#declared('margin'));
    const isPulled = [this.#declared('margin-left') ?? margin[3], this.#declared('margin-top') ?? margin[0]].some(
      (value) => value !== undefined && (pixelsOf(value, this.#inWindow) ?? 0) <= -FAR,
    );
    return isMoved || isPulled;
  }

  /** Whether the element has no room for text, and what is outside is cut off. */
  #isShrunk(): boolean {
    if (this.#traits.isTablePart || !this.#isBox()) return false;
    const overflow = ['overflow', 'overflow-x', 'overflow-y'].map((property) => this.#declared(property) ?? '');
    if (!overflow.some((value) => /\b(?:hidden|clip|auto|scroll)\b/.test(value))) return false;
    return ['height', 'max-height', 'width', 'max-width'].some((property) => {
      const value = this.#declared(property);
      const pixels = value === undefined ? undefined : pixelsOf(value, this.#inWindow);
      return pixels !== undefined && pixels >= 0 && pixels < MIN_BOX;
    });
  }

  #isClipped(): boolean {
    const clip = this.#declared('clip');
    if (clip !== undefined && this.#isOutOfFlow() && isEmptyRectangle(clip, this.#inBox)) return true;
    const path = this.#declared('clip-path') ?? '';
    const [, inset] = /^inset\(([^)]*)\)/.exec(path) ?? [];
    if (inset !== undefined && isEmptyInset(inset)) return true;
    const [, radius] = /^(?:circle|ellipse)\(\s*([^\s)]+)/.exec(path) ?? [];
    return radius !== undefined && (pixelsOf(radius, this.#inBox) ?? 1) < 1;
  }

  #isTransformedAway(): boolean {
    const transform = this.#declared('transform') ?? '';
    const scale = this.#declared('scale') ?? '';
    if (/^0(?:\.0\d*)?%?(?:\s|$)/.test(scale)) return true;
    for (const [, name = '', list = ''] of transform.matchAll(/(?<![a-z0-9])([a-z0-9]{1,20})\(([^()]*)\)/g)) {
      const values = list.split(',').map((value) => pixelsOf(value, this.#inBox) ?? Number.NaN);
      if (name.startsWith('scale') && values.some((value) => Math.abs(value) < 0.05)) return true;
      if (name.startsWith('translate') && values.some((value) => Math.abs(value) >= FAR)) return true;
      if (/^matrix$/.test(name) && (values[0] === 0 || values[3] === 0)) return true;
      if (/^rotate[xy]$/.test(name) && /^\s*-?90deg\s*$/.test(list)) return true;
    }
    const moved = (this.#declared('translate') ?? '').split(/\s+/);
    return moved.some((value) => Math.abs(pixelsOf(value, this.#inBox) ?? 0) >= FAR);
  }
}

/** The four values of a shorthand such as `margin`: top, right, bottom, left. */
function sides(value: string | undefined): readonly (string | undefined)[] {
  if (value === undefined) return [];
  const [top, right = top, bottom = top, left = right] = value.split(/\s+/);
  return [top, right, bottom, left];
}

function isEmptyRectangle(clip: string, base: LengthBase): boolean {
  const [, list] = /^rect\(([^)]*)\)/.exec(clip) ?? [];
  const [top, right, bottom, left] = (list ?? '').split(/[\s,]+/).map((value) => pixelsOf(value, base));
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return false;
  return right - left < MIN_BOX || bottom - top < MIN_BOX;
}

function isEmptyInset(list: string): boolean {
  const [top = 0, right = 0, bottom = 0, left = 0] = sides(list.replace(/\bround\b.*/, '').trim()).map((value) =>
    value?.endsWith('%') ? Number.parseFloat(value) : 0,
  );
  return top + bottom >= 100 || left + right >= 100;
}
