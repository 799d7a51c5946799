import type { Page } from '../../../typescript/src/index.ts';

/** All rows as a single page. */
export function pageOf<T>(rows: readonly T[]): Page<T> {
  return Object.assign([...rows], { hasMore: false, next: async () => pageOf<T>([]) });
}
