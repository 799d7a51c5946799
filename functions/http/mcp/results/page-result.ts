import type { Dated } from '../pages.ts';
import { fitItems } from './fit.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';

/** A page of a list. */
export interface Page<T extends Dated> {
  /** What the list is called in the result. */
  readonly noun: string;
  readonly rows: readonly T[];
  readonly recordOf: (row: T) => ResultRecord;
  /** The cursor of the list itself, to what follows the page. */
  readonly nextCursor: string | undefined;
  /** What a record says that is too long for a result: how to read the rest. */
  readonly cut: string;
  /** What the result says about rows in addition to their records. */
  readonly about?: (rows: readonly T[]) => ResultRecord;
}

/**
 * The result of a page of a list: the records that fit. The next page begins after the last one that does, because no
 * two rows of a list have the same time.
 *
 * See: docs/contract/conventions.md#lists.
 */
export function pageResult<T extends Dated>({ noun, rows, recordOf, nextCursor, cut, about }: Page<T>): ToolResult {
  const { items, omitted } = fitItems(rows, recordOf, { howToReadTheRest: cut, around: about?.(rows) });
  const shown = rows.slice(0, items.length);
  return toolResult({
    ...(rows.length === 0 && { result: emptyPage(noun, nextCursor) }),
    ...about?.(shown),
    next_cursor: omitted > 0 ? shown.at(-1)?.created_at : nextCursor,
    [noun]: items,
  });
}

/** The service reads a part of a list at a time, so that a page of few matches may be empty while others follow. */
function emptyPage(noun: string, nextCursor: string | undefined): string {
  return nextCursor === undefined ? `No ${noun}.` : `No ${noun} yet. There may be more: continue with next_cursor.`;
}
