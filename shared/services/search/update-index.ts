import { findMessages, type Message, messagesBetween } from '#shared/data/entities/mail/message.ts';
import {
  type ChangedMessage,
  findSearchIndex,
  type IndexOwner,
  removeChangedMessage,
  removeIndexDue,
  removeRestart,
  replaceIndexDue,
  replaceSearchIndex,
  type SearchIndex,
  type SearchSegment,
  type StoredSearchIndex,
} from '#shared/data/entities/mail/search-index.ts';
import type { Row } from '#shared/data/table-client.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { firstIdAt, idAfter, MAX_TIME, timeOfId } from '#shared/domain/ids/ids.ts';
import {
  MESSAGES_PER_RUN,
  mergeStart,
  SEGMENT_LIFETIME_MS,
  SETTLED_MS,
  TEXT_DELAY_MS,
} from '#shared/domain/search/segments.ts';
import { logger } from '#shared/runtime/log.ts';
import { hasReadableFiles } from './attachment-texts.ts';
import { loadDocuments, MAX_ADDED } from './load-documents.ts';
import { oldestText } from './search-documents.ts';
import { writeSegment } from './segment.ts';
import { type SearchContext, SegmentStore } from './segment-store.ts';

/** Changed messages that one write of a segment includes: a transaction has at most a hundred items. */
const MAX_CHANGED = 50;

/** The work on one index, at one time. */
interface Work {
  readonly context: SearchContext;
  readonly owner: IndexOwner;
  readonly store: SegmentStore;
  readonly now: number;
  /** Whether the time of the run is over. */
  readonly isOver: () => boolean;
}

/** A segment that is to be written, and what it replaces. */
interface Replacement {
  readonly index: SearchIndex;
  /** The position of the first segment that it replaces. */
  readonly start: number;
  readonly end: number;
  readonly added: readonly Message[];
  readonly changed: readonly Row<ChangedMessage>[];
}

/**
 * Brings the index of an agent up to date: adds messages, writes several segments as one, and takes out what has
 * changed or is not stored any more. Each step stores an object and then commits the index that names it, on the
 * condition that no one else has changed the index. So whatever a run leaves behind, the index is one that was whole,
 * and the next run continues from it.
 *
 * See: docs/decisions/0097-a-search-index.md.
 */
export async function updateSearchIndex(
  context: SearchContext & { readonly now: () => number },
  identityId: string,
  isOver: () => boolean,
): Promise<void> {
  const first = await findSearchIndex(context.table, identityId);
  if (first.due === undefined) return;
  const owner = { organizationId: first.due.organizationId, identityId };
  const work = { context, owner, store: new SegmentStore(context, owner), now: context.now(), isOver };
  try {
    let stored = first.restart === undefined ? first : await restart(work, first);
    let pending = await messagesToAdd(work, stored);
    let next = nextStep(work, stored, pending.settled);
    while (next !== undefined) {
      const isWritten = await write(work, next);
      if (!isWritten || isOver()) break;
      stored = await findSearchIndex(context.table, identityId);
      if (stored.restart !== undefined) break;
      pending = await messagesToAdd(work, stored);
      next = nextStep(work, stored, pending.settled);
    }
    await planNext(work, stored, next === undefined ? timeOfNextRun(work, stored, pending.unsettled) : work.now);
  } catch (error) {
    if (!(error instanceof StaleReadError)) throw error;
    // Another run has changed the index, or more was asked for: it is due still.
    logger.info('the search index has changed meanwhile', { identity_id: identityId });
  }
}

/** Begins the index anew: without segments, on the version that follows. */
async function restart({ context, owner, store, now }: Work, stored: StoredSearchIndex): Promise<StoredSearchIndex> {
  const { index, restart: asked } = stored;
  const empty = { ...owner, segments: [], version: (index?.version ?? 0) + 1 };
  await commit(
    context.table,
    { build: (tx) => tx.put(replaceSearchIndex(empty), ...(asked === undefined ? [] : [removeRestart(asked)])) },
    { now: () => now },
  );
  await store.markUnused(index?.segments ?? []);
  return { ...stored, index: empty, restart: undefined };
}

interface Pending {
  /** Messages that can be added, in the order of their ids. */
  readonly settled: readonly Message[];
  /** Later ones, between which others may still be written. */
  readonly unsettled: readonly Message[];
}

async function messagesToAdd({ context, owner, now }: Work, { index }: StoredSearchIndex): Promise<Pending> {
  const after = index?.segments.at(-1)?.lastId;
  const range = { from: after && idAfter(after) };
  const rows = await Array.fromAsync(messagesBetween(context.table, owner.identityId, range, { limit: MAX_ADDED }));
  const isSettled = ({ createdAt }: Message) => createdAt <= now - SETTLED_MS;
  return { settled: rows.filter(isSettled), unsettled: rows.filter((row) => !isSettled(row)) };
}

/** What to write next; `undefined` if the index is up to date. */
function nextStep(
  { owner, now }: Work,
  { index, changed }: StoredSearchIndex,
  added: readonly Message[],
): Replacement | undefined {
  const known = index ?? { ...owner, segments: [], version: 0 };
  const { segments } = known;
  if (added.length > 0) {
    // The size of the new one does not matter: it is the last of its kind.
    const start = Math.min(segments.length, mergeStart([...segments, { count: added.length, bytes: 0 }]));
    return { index: known, start, end: segments.length, added, changed };
  }
  const isOld = ({ textSince, writtenAt }: SearchSegment) =>
    textSince + TEXT_DELAY_MS <= oldestText(now) || writtenAt + SEGMENT_LIFETIME_MS <= now;
  const start = segments.findIndex((segment) => isOld(segment) || changed.some(isIn([segment])));
  if (start >= 0) return { index: known, start, end: start + 1, added, changed };
  const last = segments.at(-1)?.lastId ?? '';
  const passed = changed.filter(({ messageId }) => messageId <= last);
  // They are in no segment: there is nothing to write.
  return passed.length === 0 ? undefined : { index: known, start: 0, end: 0, added, changed: passed };
}

function isIn(segments: readonly SearchSegment[]): (changed: ChangedMessage) => boolean {
  return ({ messageId }) => segments.some(({ firstId, lastId }) => firstId <= messageId && messageId <= lastId);
}

/**
 * Stores a segment and commits the index that names it in place of others. Returns false if that has to wait, because
 * the files of the next message could not be read.
 */
async function write(work: Work, { index, start, end, added, changed }: Replacement): Promise<boolean> {
  const { context, owner, store, now } = work;
  const replaced = index.segments.slice(start, end);
  const sources = await Promise.all(replaced.map((segment) => store.read(segment)));
  if (sources.some((source) => source === undefined)) {
    logger.error('a segment of a search index is missing', { identity_id: owner.identityId });
    await restart(work, await findSearchIndex(context.table, owner.identityId));
    return true;
  }
  const known = changed.filter(isIn(replaced)).slice(0, MAX_CHANGED);
  const present = await findMessages(
    context.table,
    owner.identityId,
    known.map(({ messageId }) => messageId),
  );
  const documents = await loadDocuments(added, work);
  const changedDocuments = await loadDocuments(present, { ...work, isOver: () => false });
  const waiting = new Set(present.slice(changedDocuments.length).map(({ id }) => id));
  const due = known.filter(({ messageId }) => !waiting.has(messageId));
  if (added.length > 0 ? documents.length === 0 : waiting.size > 0 && due.length === 0) return false;
  const textFrom = firstIdAt('message', oldestText(now));
  const segment = await writeSegment({
    sources: sources.filter((source) => source !== undefined),
    changed: new Map(due.map(({ messageId }) => [messageId, changedDocuments.find(({ id }) => id === messageId)])),
    added: documents,
    textFrom,
  });
  const lastAdded = documents.at(-1)?.id ?? index.segments.at(-1)?.lastId ?? '';
  const inSegments = isIn(index.segments);
  const passed = changed.filter((one) => one.messageId <= lastAdded && !inSegments(one)).slice(0, MAX_CHANGED - 10);
  const written: SearchSegment[] =
    segment === undefined
      ? []
      : [
          {
            key: await store.write(segment.bytes),
            firstId: segment.firstId,
            lastId: segment.lastId,
            count: segment.count,
            bytes: segment.bytes.byteLength,
            textSince: segment.lastId < textFrom ? MAX_TIME : timeOfId('message', maxOf(segment.firstId, textFrom)),
            writtenAt: now,
          },
        ];
  const segments = [...index.segments.slice(0, start), ...written, ...index.segments.slice(end)];
  try {
    await commit(
      context.table,
      {
        build: (tx) => {
          tx.put(replaceSearchIndex({ ...owner, segments, version: index.version + 1 }));
          tx.put(...[...due, ...passed].map(removeChangedMessage));
        },
      },
      { now: () => now },
    );
  } catch (error) {
    if (error instanceof StaleReadError) await store.markUnused(written);
    throw error;
  }
  await store.markUnused(replaced);
  return true;
}

function maxOf(first: string, second: string): string {
  return first > second ? first : second;
}

/**
 * When the index is brought up to date again; `undefined` if only a new message makes that necessary. A segment with
 * text is looked at every week, because an operator may have shortened how long files are stored.
 */
function timeOfNextRun({ now }: Work, { index }: StoredSearchIndex, unsettled: readonly Message[]): number | undefined {
  if (unsettled.length >= MESSAGES_PER_RUN || unsettled.some(hasReadableFiles)) return now + SETTLED_MS;
  const times = (index?.segments ?? []).flatMap(({ textSince, writtenAt }) => {
    const textEnds = textSince + TEXT_DELAY_MS + (now - oldestText(now));
    return [writtenAt + SEGMENT_LIFETIME_MS, ...(textSince === MAX_TIME ? [] : [textEnds, now + TEXT_DELAY_MS])];
  });
  return times.length === 0 ? undefined : Math.min(...times);
}

async function planNext({ context, owner, now }: Work, { due }: StoredSearchIndex, at: number | undefined) {
  const change = at === undefined ? due && removeIndexDue(owner, due.due_at) : replaceIndexDue(owner, due?.due_at, at);
  if (change === undefined) return;
  await commit(context.table, { build: (tx) => tx.put(change) }, { now: () => now });
}
