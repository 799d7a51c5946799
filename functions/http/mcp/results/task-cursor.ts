import { invalid } from '#shared/domain/errors/errors.ts';
import { parseTimestamp, timestamp } from '#shared/domain/time/time.ts';

/** Where a page of a task begins: after a message, within one, or within the result. */
export interface TaskCursor {
  /** Shows messages before this time. */
  readonly before?: string;
  /** Where the first of them begins, if it was shown in part. */
  readonly offset?: number;
  /** Shows the result from here on, and no messages. */
  readonly resultFrom?: number;
}

/** Reads `next_cursor` or `result_cursor` of a result. Throws 400 for what is neither. */
export function taskCursor(text: string): TaskCursor {
  const [, place = '', digits] = /^([^/]+)(?:\/(\d{1,9}))?$/.exec(text) ?? [];
  const offset = digits === undefined ? undefined : Number(digits);
  if (place === 'result' && offset !== undefined) return { resultFrom: offset };
  const time = parseTimestamp(place);
  if (time === undefined) throw invalid('cursor', 'a next_cursor or result_cursor returned by get_task');
  // A message that is continued is before the millisecond after its own; no two messages share one.
  return offset === undefined ? { before: place } : { before: timestamp(time + 1), offset };
}
