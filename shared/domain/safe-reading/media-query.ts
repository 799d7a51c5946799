import { pixelsOf, WINDOW } from './css-length.ts';

/** Font and whole of a length in a media query. */
const BASE = { font: 16, whole: 0 };

/**
 * Whether a media query list matches the window in which we suppose that a person reads: 1024 pixels wide, on a screen,
 * with light colors. A feature that is not known here does not match.
 *
 * See: Media Queries Level 4.
 */
export function matchesWindow(queries: string): boolean {
  const text = queries.trim().toLowerCase();
  return text === '' || text.split(',').some((query) => matchesQuery(query.trim()));
}

function matchesQuery(query: string): boolean {
  const isNegated = query.startsWith('not ');
  const conditions = query
    .replace(/^(?:not|only)\s+/, '')
    .split(/\band\b/)
    .map((condition) => condition.trim());
  return conditions.every(matchesCondition) !== isNegated;
}

function matchesCondition(condition: string): boolean {
  if (!condition.startsWith('(')) return condition === 'all' || condition === 'screen';
  const [, name = '', value] = /^\(\s*([a-z-]+)\s*(?::\s*([^)]*?)\s*)?\)$/.exec(condition) ?? [];
  if (name === 'prefers-color-scheme') return value === 'light';
  if (name === 'orientation') return value === 'landscape';
  const [, bound, side] = /^(?:(min|max)-)?(?:device-)?(width|height)$/.exec(name) ?? [];
  if (side === undefined) return false;
  const actual = side === 'width' ? WINDOW.width : WINDOW.height;
  const wanted = value === undefined ? undefined : pixelsOf(value, BASE);
  if (wanted === undefined) return bound === undefined && value === undefined;
  if (bound === 'min') return actual >= wanted;
  return bound === 'max' ? actual <= wanted : actual === wanted;
}
