import type { ComputedValues } from './computed-values.ts';
import { type LengthBase, pixelsOf } from './css-length.ts';

/** What transforms do to a box: pixels to the right and down. */
export interface Move {
  readonly right: number;
  readonly down: number;
  readonly isGone: boolean;
  readonly isDoubtful: boolean;
}

/** Transforms of a larger number are not read: no ordinary email has them. */
const MAX_FUNCTIONS = 10;
const STAYS: Move = { right: 0, down: 0, isGone: false, isDoubtful: false };
const DOUBTFUL: Move = { ...STAYS, isDoubtful: true };
const GONE: Move = { ...STAYS, isGone: true };
const FUNCTION = /([a-z0-9]{1,20})\(([^()]*)\)\s*/gy;
/** The sizes at which text stays readable, as factors. */
const SCALES = { min: 0.7, max: 1.5 } as const;
const MAX_DEGREES = 5;

/**
 * How the transforms of an element move it. Small moves, turns and scales are known; others are doubtful, because where
 * the box is then depends on its size.
 *
 * See: CSS Transforms Level 1, section 13, and Level 2, section 5.
 */
export function moveOf(values: ComputedValues, base: LengthBase): Move {
  const moves = [
    ...functionsOf(values.get('transform')).map(([name, list]) => ofFunction(name, list, base)),
    ...(isSet(values.get('translate')) ? [translated((values.get('translate') ?? '').split(/\s+/), base)] : []),
    ...(isSet(values.get('scale')) ? [scaled((values.get('scale') ?? '').split(/\s+/))] : []),
  ];
  return moves.reduce(
    (sum, one) => ({
      right: sum.right + one.right,
      down: sum.down + one.down,
      isGone: sum.isGone || one.isGone,
      isDoubtful: sum.isDoubtful || one.isDoubtful,
    }),
    STAYS,
  );
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'none' && value !== 'initial';
}

function functionsOf(value: string | undefined): (readonly [string, string])[] {
  if (value === undefined || !isSet(value)) return [];
  const found = [...value.matchAll(FUNCTION)];
  const isWhole = found.reduce((length, [text]) => length + text.length, 0) === value.length;
  if (!isWhole || found.length > MAX_FUNCTIONS) return [['not read', '']];
  return found.map(([, name = '', list = '']) => [name, list] as const);
}

function ofFunction(name: string, list: string, base: LengthBase): Move {
  const parts = list.split(',').map((part) => part.trim());
  if (name === 'translatez') return STAYS;
  if (name === 'translate' || name === 'translate3d') return translated(parts.slice(0, 2), base);
  if (name === 'translatex') return translated([parts[0] ?? '', '0'], base);
  if (name === 'translatey') return translated(['0', parts[0] ?? ''], base);
  if (/^scale[xy]?$|^scale3d$/.test(name)) return scaled(parts.slice(0, 2));
  if (name === 'rotate' || name === 'rotatez') return turned(parts[0] ?? '');
  if (name !== 'matrix' || parts.length !== 6) return DOUBTFUL;
  const [a, b, c, d, right, down] = parts.map(Number) as [number, number, number, number, number, number];
  if (a === 0 && d === 0 && b === 0 && c === 0) return GONE;
  return a === 1 && b === 0 && c === 0 && d === 1 ? { ...STAYS, right, down } : DOUBTFUL;
}

function translated(parts: readonly string[], base: LengthBase): Move {
  const [right, down = 0] = parts.map((part) => pixelsOf(part, base));
  if (right === undefined || down === undefined) return DOUBTFUL;
  // A percentage is of the box itself, of which the size is not known.
  const isPart = parts.some((part) => part.includes('%') && Number.parseFloat(part) !== 0);
  return { right, down, isGone: false, isDoubtful: isPart || Math.abs(down) > 30 };
}

function scaled(parts: readonly string[]): Move {
  const factors = parts.map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part)));
  if (factors.some((factor) => Math.abs(factor) < 0.05)) return GONE;
  return factors.every((factor) => factor >= SCALES.min && factor <= SCALES.max) ? STAYS : DOUBTFUL;
}

function turned(angle: string): Move {
  const degrees = /^[+-]?[\d.]+(?:deg)?$/.test(angle) ? Number.parseFloat(angle) : Number.NaN;
  return Math.abs(degrees) <= MAX_DEGREES ? STAYS : DOUBTFUL;
}
