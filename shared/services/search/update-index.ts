import { findMessages, type Message, messagesBetween } from '#shared/data/entities/mail/message.ts';
import {
  findSearchIndex,
  type IndexOwner,
  removeChangedMessage,
  removeIndexDue,
  removeRestart,
  replaceIndexDue,
  replaceSearchIndex,
  type SearchSegment,
  type StoredSearchIndex,
} from '#shared/data/entities/mail/search-index.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { firstIdAt, idAfter, MAX_TIME, timeOfId } from '#shared/domain/ids/ids.ts';
import { MESSAGES_PER_RUN, SEGMENT_LIFETIME_MS, SETTLED_MS, TEXT_DELAY_MS } from '#shared/domain/search/segments.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { logger } from '#shared/runtime/log.ts';
import { hasReadableFiles } from './attachment-texts.ts';
import { loadDocuments, MAX_ADDED } from './load-documents.ts';
import { isIn, nextStep, type Replacement } from './next-step.ts';
import { oldestText } from './search-documents.ts';
import { writeSegment } from './segment.ts';
import { type SearchContext, SegmentStore } from './segment-store.ts';
import { recordWaiting } from './waiting-messages.ts';

/** Changed messages that one write of a segment includes: a transaction has at most a hundred items. */
const MAX_CHANGED = 50;

/** The pause after an attempt to read the files of a message has failed. Other indexes get their turn meanwhile. */
const RETRY_MS = 5 * MINUTE;

/** The work on one index, at one time. */
interface Work {
  readonly context: SearchContext;
  readonly owner: IndexOwner;
  readonly store: SegmentStore;
  readonly now: number;
  /** Whether the time of the run is over. */
  readonly isOver: () => boolean;
  /** Messages that follow after all other work, because earlier attempts to read their files have failed. */
  readonly postponed: Set<string>;
  /** Messages of which this run has tried to read the files, and failed. */
  readonly failed: Set<string>;
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
  const work: Work = {
    context,
    owner,
    store: new SegmentStore(context, owner),
    now: context.now(),
    isOver,
    postponed: new Set(first.index?.waiting?.map(({ messageId }) => messageId)),
    failed: new Set(),
  };
  try {
    let stored = first.restart === undefined ? first : await restart(work, first);
    let pending = await messagesToAdd(work, stored);
    let next = stepOf(work, stored, pending);
    while (next !== undefined) {
      await write(work, next);
      stored = await findSearchIndex(context.table, identityId);
      if (stored.restart !== undefined) break;
      pending = await messagesToAdd(work, stored);
      next = stepOf(work, stored, pending);
      if (isOver()) break;
    }
    await planNext(work, stored, next === undefined ? timeAfter(work, stored, pending) : work.now);
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

/** What to write next. Messages that wait for their files come last: nothing else has to wait for them. */
function stepOf(work: Work, stored: StoredSearchIndex, { settled }: Pending): Replacement | undefined {
  const { owner, now, postponed, failed } = work;
  const asked = { owner, now, isSkipped: (id: string) => postponed.has(id) || failed.has(id) };
  const step = nextStep(asked, stored, settled);
  if (step !== undefined || postponed.size === 0) return step;
  postponed.clear();
  return nextStep(asked, stored, settled);
}

/**
 * Stores a segment and commits the index that names it in place of others. Writes nothing if files of the messages
 * could not be read.
 */
async function write(work: Work, { index, start, end, added, changed }: Replacement): Promise<void> {
  const { context, owner, store, now } = work;
  const replaced = index.segments.slice(start, end);
  const sources = await Promise.all(replaced.map((segment) => store.read(segment)));
  if (sources.some((source) => source === undefined)) {
    logger.error('a segment of a search index is missing', { identity_id: owner.identityId });
    await restart(work, await findSearchIndex(context.table, owner.identityId));
    return;
  }
  const known = changed.filter(isIn(replaced)).slice(0, MAX_CHANGED);
  const present = await findMessages(
    context.table,
    owner.identityId,
    known.map(({ messageId }) => messageId),
  );
  const loading = { now, isOver: work.isOver, waiting: index.waiting ?? [] };
  const { documents, failed } = await loadDocuments(added, { ...loading, endsAtFailure: true });
  // What has changed waits if what is added has used the time.
  const loaded = added.length > 0 && work.isOver() ? [] : present;
  const reloaded = await loadDocuments(loaded, { ...loading, endsAtFailure: false });
  for (const id of [...failed, ...reloaded.failed]) work.failed.add(id);
  const changedDocuments = new Map(reloaded.documents.map((document) => [document.id, document]));
  const isGone = (id: string) => !present.some((message) => message.id === id);
  const due = known.filter(({ messageId }) => isGone(messageId) || changedDocuments.has(messageId));
  if (added.length > 0 ? documents.length === 0 : reloaded.failed.length > 0 && due.length === 0) return;
  const textFrom = firstIdAt('message', oldestText(now));
  const segment = await writeSegment({
    sources: sources.filter((source) => source !== undefined),
    changed: new Map(due.map(({ messageId }) => [messageId, changedDocuments.get(messageId)])),
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
          tx.put(replaceSearchIndex({ ...index, segments, version: index.version + 1 }));
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

/** When the next run follows this one, which has done all that it could. */
function timeAfter(work: Work, stored: StoredSearchIndex, { unsettled }: Pending): number | undefined {
  const planned = timeOfNextRun(work, stored, unsettled);
  return work.failed.size === 0 ? planned : Math.min(work.now + RETRY_MS, planned ?? MAX_TIME);
}

/** Plans the next run, and records which messages wait for their files. */
async function planNext(work: Work, stored: StoredSearchIndex, at: number | undefined): Promise<void> {
  const { context, owner, now } = work;
  const { due } = stored;
  const planned = at === undefined ? due && removeIndexDue(owner, due.due_at) : replaceIndexDue(owner, due?.due_at, at);
  const changes = [planned, recordWaiting(work, stored)].filter((change) => change !== undefined);
  if (changes.length > 0) await commit(context.table, { build: (tx) => tx.put(...changes) }, { now: () => now });
}
