import type { SearchKind } from '#shared/contract/schemas/search.ts';
import type { QueryFilters } from '#shared/domain/search/parse-query.ts';
import type { SearchExpression } from '#shared/domain/search/search-expression.ts';

/** A record that a search has found. */
export interface FoundRecord {
  readonly kind: SearchKind;
  readonly id: string;
  /** The agent that it belongs to; null for the organization. */
  readonly identityId: string | null;
  readonly createdAt: number;
  readonly title: string;
  readonly snippet: string;
  readonly highlights: readonly string[];
}

/** What a search looks for. The times are in epoch milliseconds. */
export interface SearchedFor {
  readonly expression: SearchExpression;
  readonly filters: QueryFilters;
  /** Only what this agent has. */
  readonly identityId: string | undefined;
  readonly limit: number;
}

/**
 * What was found of a kind, newest first. `continueBefore`: the time before which nothing was read, if the read ended
 * before the page was full.
 */
export interface FoundPage {
  readonly records: readonly FoundRecord[];
  readonly continueBefore: number | undefined;
}

/**
 * One page of several kinds. It ends where the first of the reads that ended early did: what is older could come before
 * something that was not read. No two records of an organization have the same time.
 */
export function mergedPage(pages: readonly FoundPage[], limit: number): FoundPage {
  const ends = pages.flatMap(({ continueBefore }) => continueBefore ?? []);
  const end = ends.length === 0 ? undefined : Math.max(...ends);
  const records = pages
    .flatMap((page) => page.records)
    .filter(({ createdAt }) => end === undefined || createdAt >= end)
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, limit);
  return { records, continueBefore: records.length < limit ? end : undefined };
}

/** Ends a list of records, newest first, at the first one that is older than wanted. */
export async function* notOlder<T extends { createdAt: number }>(
  rows: AsyncIterable<T>,
  after: number | undefined,
): AsyncGenerator<T> {
  for await (const row of rows) {
    if (after !== undefined && row.createdAt < after) return;
    yield row;
  }
}
