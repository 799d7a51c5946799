import type { Change } from '#shared/data/change.ts';
import {
  type IndexOwner,
  replaceSearchIndex,
  type StoredSearchIndex,
} from '#shared/data/entities/mail/search-index.ts';
import { emptyIndex } from './next-step.ts';

/** Messages that an index records as waiting for their files. The hour of others begins when there is room again. */
const MAX_WAITING = 100;

interface Attempts {
  readonly owner: IndexOwner;
  readonly now: number;
  /** The ids of messages of which a run has tried to read the files, and failed. */
  readonly failed: ReadonlySet<string>;
}

/**
 * Records the messages that have failed for the first time, and removes those that the index has as they are, or that
 * are gone; `undefined` if neither is needed.
 */
export function recordWaiting(
  { owner, now, failed }: Attempts,
  { index, changed }: StoredSearchIndex,
): Change | undefined {
  const { waiting = [], ...known } = index ?? emptyIndex(owner);
  const last = known.segments.at(-1)?.lastId ?? '';
  const isLeft = (id: string) => id > last || changed.some(({ messageId }) => messageId === id);
  const left = waiting.filter(({ messageId }) => isLeft(messageId));
  const ids = new Set(left.map(({ messageId }) => messageId));
  const added = [...failed].filter((id) => !ids.has(id)).map((messageId) => ({ messageId, since: now }));
  if (left.length === waiting.length && added.length === 0) return undefined;
  const all = [...left, ...added].slice(0, MAX_WAITING);
  return replaceSearchIndex({ ...known, ...(all.length > 0 && { waiting: all }), version: known.version + 1 });
}
