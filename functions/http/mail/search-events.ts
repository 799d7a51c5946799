import type { EventRow } from '#shared/data/entities/log/event.ts';
import { newestEvents } from '#shared/data/event-log/newest-events.ts';
import type { EventContent } from '#shared/domain/log/events.ts';
import { readableEvent } from '#shared/domain/log/readable-event.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { searchSnippet } from '#shared/domain/search/search-snippet.ts';
import { textMatcher } from '#shared/domain/search/text-matcher.ts';
import { logMetrics } from '#shared/runtime/log-metrics.ts';
import type { Caller } from '#shared/runtime/pipeline/resources.ts';
import { visibleEvents } from '#shared/runtime/pipeline/scopes.ts';
import type { FoundPage, SearchedFor } from './found-records.ts';

/** Rows in one read. */
const PAGE = 500;

/**
 * Events by their types, ids and the texts of their payloads. A payload that is not in the row itself is not read: what
 * it is about has the same texts.
 */
export async function searchEvents(
  { actor, table }: Caller,
  { expression, filters: { before, after = 0 }, identityId, limit }: SearchedFor,
): Promise<FoundPage> {
  const matches = textMatcher(expression);
  const isVisible = visibleEvents(actor, { identity_id: identityId });
  const { events, continueBefore } = await newestEvents(table, actor.organization.id, {
    ...(before !== undefined && { before }),
    limit,
    pageSize: PAGE,
    observer: logMetrics,
    passes: (row) => row.createdAt >= after && isVisible(row) && matches(textsOf(row)),
  });
  const records = events.map((row) => {
    const text = textsOf(row).slice(1).join('\n');
    const source = { subject: row.type, text, beginning: snippetOf(text) };
    return {
      kind: 'event' as const,
      id: row.id,
      identityId: row.identityId,
      createdAt: row.createdAt,
      title: row.type,
      ...searchSnippet(expression, source),
    };
  });
  return {
    records,
    continueBefore: continueBefore !== undefined && continueBefore > after ? continueBefore : undefined,
  };
}

/** The type first. */
function textsOf({ type, id, aggregateId, content }: EventRow): string[] {
  return [type, id, aggregateId ?? '', ...(content === undefined ? [] : payloadTexts(content))];
}

function payloadTexts(content: string): string[] {
  const { payload } = readableEvent(JSON.parse(content) as EventContent);
  return textsIn(payload);
}

/** All texts in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(textsIn);
}
