import type { Message } from '#shared/data/entities/mail/message.ts';
import type {
  ChangedMessage,
  IndexOwner,
  SearchIndex,
  SearchSegment,
  StoredSearchIndex,
} from '#shared/data/entities/mail/search-index.ts';
import type { Row } from '#shared/data/table-client.ts';
import { mergeStart, SEGMENT_LIFETIME_MS, TEXT_DELAY_MS } from '#shared/domain/search/segments.ts';
import { oldestText } from './search-documents.ts';

/** A segment that is to be written, and what it replaces. */
export interface Replacement {
  readonly index: SearchIndex;
  /** The position of the first segment that it replaces. */
  readonly start: number;
  readonly end: number;
  readonly added: readonly Message[];
  readonly changed: readonly Row<ChangedMessage>[];
}

interface Asked {
  readonly owner: IndexOwner;
  readonly now: number;
  /** Whether a message is left as it is in the index, and so are those that would be added after it. */
  readonly isSkipped: (messageId: string) => boolean;
}

/** What to write next; `undefined` if the index is up to date, apart from what is skipped. */
export function nextStep(
  { owner, now, isSkipped }: Asked,
  stored: StoredSearchIndex,
  settled: readonly Message[],
): Replacement | undefined {
  const index = stored.index ?? emptyIndex(owner);
  const { segments } = index;
  const changed = stored.changed.filter(({ messageId }) => !isSkipped(messageId));
  const firstSkipped = settled.findIndex(({ id }) => isSkipped(id));
  const added = firstSkipped < 0 ? settled : settled.slice(0, firstSkipped);
  if (added.length > 0) {
    // The size of the new one does not matter: it is the last of its kind.
    const start = Math.min(segments.length, mergeStart([...segments, { count: added.length, bytes: 0 }]));
    return { index, start, end: segments.length, added, changed };
  }
  const isOld = ({ textSince, writtenAt }: SearchSegment) =>
    textSince + TEXT_DELAY_MS <= oldestText(now) || writtenAt + SEGMENT_LIFETIME_MS <= now;
  const start = segments.findIndex((segment) => isOld(segment) || changed.some(isIn([segment])));
  if (start >= 0) return { index, start, end: start + 1, added, changed };
  const last = segments.at(-1)?.lastId ?? '';
  const passed = changed.filter(({ messageId }) => messageId <= last);
  // They are in no segment: there is nothing to write.
  return passed.length === 0 ? undefined : { index, start: 0, end: 0, added, changed: passed };
}

export function isIn(segments: readonly SearchSegment[]): (changed: ChangedMessage) => boolean {
  return ({ messageId }) => segments.some(({ firstId, lastId }) => firstId <= messageId && messageId <= lastId);
}

/** An index before its first version. */
export function emptyIndex(owner: IndexOwner): SearchIndex {
  return { ...owner, segments: [], version: 0 };
}
