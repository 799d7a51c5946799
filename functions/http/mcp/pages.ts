import type { CalledOperation } from './called-operations.ts';
import type { Received } from './service-api.ts';

/** A record that lists are ordered by. */
export interface Dated {
  readonly created_at: string;
}

/**
 * The cursor to what follows a page that is newest first: where the service stopped reading, or the last record of a
 * full page. Within a list no two records have one `created_at`.
 *
 * See: docs/contract/conventions.md#lists.
 */
export function nextBefore(
  { headers }: Pick<Received<CalledOperation>, 'headers'>,
  rows: readonly Dated[],
  limit: number,
): string | undefined {
  return nextIn(headers.get('x-aid-more-before'), rows, limit);
}

/** The cursor to what follows a page that is oldest first: the next `since`. */
export function nextSince(
  { headers }: Pick<Received<CalledOperation>, 'headers'>,
  rows: readonly Dated[],
  limit: number,
): string | undefined {
  return nextIn(headers.get('x-aid-more-since'), rows, limit);
}

function nextIn(more: string | null, rows: readonly Dated[], limit: number): string | undefined {
  return more ?? (rows.length < limit ? undefined : rows.at(-1)?.created_at);
}
