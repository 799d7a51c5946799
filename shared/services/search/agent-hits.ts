import pLimit from 'p-limit';
import { nextDueAt } from '#shared/data/due-index.ts';
import { findMessages, type Message, messagesBetween } from '#shared/data/entities/mail/message.ts';
import {
  findSearchIndex,
  putIndexDue,
  putRestart,
  type SearchSegment,
  type StoredSearchIndex,
} from '#shared/data/entities/mail/search-index.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { idAfter } from '#shared/domain/ids/ids.ts';
import { MESSAGES_PER_RUN } from '#shared/domain/search/segments.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { logger } from '#shared/runtime/log.ts';
import type { FileAllowance } from './file-allowance.ts';
import { MAX_TEXT_CHARACTERS } from './search-documents.ts';
import { type IdRange, SegmentReader } from './segment.ts';
import { type SearchContext, SegmentStore } from './segment-store.ts';
import { tailDocuments } from './tail-texts.ts';

/**
 * Messages in no segment that one search looks at: of one agent, of each of many, and about as many of all. A search
 * that meets more continues before them.
 */
const MAX_TAIL = 256;
const MIN_TAIL = 32;
const MAX_TAILS = 4096;

/** Characters of their tokens that a search of many agents looks at for each, at least. */
const MIN_CHARACTERS = 100_000;

/** Tails that a process reads and asks at once, for all its searches. Each reads sixteen contents at once. */
const MAX_CONCURRENT_TAILS = 2;

const tails = pLimit(MAX_CONCURRENT_TAILS);

/** More of them than runs of the index leave: one was lost, or the index does not exist yet. */
const LONG_TAIL = 4 * MESSAGES_PER_RUN;

/** The sweep defers what it passes on by half of it. */
const SOON_MS = 10 * MINUTE;

/** What a search looks at of messages in no segment. */
interface TailSize {
  readonly messages: number;
  readonly characters: number;
}

/** What a search of a number of agents looks at for each, of messages in no segment. */
export function tailSize(agents: number): TailSize {
  return {
    messages: Math.max(MIN_TAIL, Math.min(MAX_TAIL, Math.floor(MAX_TAILS / agents))),
    characters: Math.max(MIN_CHARACTERS, Math.floor(MAX_TEXT_CHARACTERS / agents)),
  };
}

/** The object of a segment is gone, as it is a while after another one has replaced it. */
export class MissingSegmentError extends Error {}

interface AgentSearch {
  readonly organizationId: string;
  readonly identityId: string;
  /** An expression of FTS5. */
  readonly match: string;
  readonly range: IdRange;
  /** Messages that are read at once. */
  readonly pageSize: number;
  readonly tailSize: TailSize;
  /** What the whole search may read of files. */
  readonly files: FileAllowance;
}

/**
 * The messages of one agent that satisfy an expression, newest first. Each was read strongly after it was found, so
 * what is returned exists, and is as it is now.
 */
export class AgentHits implements AsyncIterable<Message> {
  readonly #context: SearchContext & { readonly now: number };
  readonly #search: AgentSearch;
  readonly #store: SegmentStore;
  #continueBefore: number | undefined;

  constructor(context: SearchContext & { readonly now: number }, search: AgentSearch) {
    this.#context = context;
    this.#search = search;
    this.#store = new SegmentStore(context, search);
  }

  /** The time before which nothing was looked at, in epoch milliseconds; undefined if all was. */
  get continueBefore(): number | undefined {
    return this.#continueBefore;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Message> {
    return this.#within(this.#search.range);
  }

  /**
   * Has an index built again of which a segment is missing, and continues after the last message that was found. Until
   * a run has built the index, the messages themselves are read.
   */
  async *rebuild(last: Message | undefined): AsyncGenerator<Message> {
    const { identityId, range } = this.#search;
    logger.error('a segment of a search index is missing', { identity_id: identityId });
    await this.#askForUpdate([putRestart(identityId)]);
    yield* this.#within(last === undefined ? range : { ...range, to: idBefore(last.id) });
  }

  async *#within(range: IdRange): AsyncGenerator<Message> {
    const { organizationId, identityId } = this.#search;
    const stored = await findSearchIndex(this.#context.table, identityId);
    // Nothing of another organization is ever asked for; a row that says otherwise is not used.
    if (stored.index !== undefined && stored.index.organizationId !== organizationId) return;
    const segments = stored.restart === undefined ? (stored.index?.segments ?? []) : [];
    const last = segments.at(-1)?.lastId;
    const from = last === undefined ? range.from : maxOf(range.from, idAfter(last));
    if (from <= range.to) {
      yield* this.#inTail({ from, to: range.to }, stored);
      if (this.#continueBefore !== undefined) return;
    }
    yield* this.#inSegments(segments, stored, range);
  }

  async *#inTail(range: IdRange, stored: StoredSearchIndex): AsyncGenerator<Message> {
    const { identityId, organizationId, tailSize } = this.#search;
    const size = tailSize.messages;
    const options = { limit: size + 1, newestFirst: true };
    const rows = await Array.fromAsync(messagesBetween(this.#context.table, identityId, range, options));
    if (rows.length > Math.min(LONG_TAIL, size) && !this.#isPlanned(stored)) await this.#askForUpdate([]);
    const tail = rows.slice(0, size).filter((message) => message.organizationId === organizationId);
    const { found, end } = await this.#matching(tail);
    yield* found;
    this.#continueBefore = (end ?? (rows.length > size ? rows[size - 1] : undefined))?.createdAt;
  }

  /** Looks at messages, as far as there is memory for their texts. */
  #matching(messages: readonly Message[]): Promise<Looked> {
    return messages.length === 0 ? Promise.resolve({ found: [], end: undefined }) : tails(() => this.#look(messages));
  }

  async #look(messages: readonly Message[]): Promise<Looked> {
    const { match, files, tailSize } = this.#search;
    const newestFirst = messages.toSorted((a, b) => (a.id > b.id ? -1 : 1));
    const { characters } = tailSize;
    const documents = await tailDocuments(newestFirst, { characters, files }, this.#context.now);
    const reader = SegmentReader.of(documents.toReversed());
    try {
      const byId = new Map(newestFirst.map((message) => [message.id, message]));
      const found = reader.find(match, EVERYTHING, documents.length).flatMap((id) => byId.get(id) ?? []);
      const isPart = documents.length < newestFirst.length;
      return { found, end: isPart ? newestFirst[documents.length - 1] : undefined };
    } finally {
      reader.close();
    }
  }

  async *#inSegments(
    segments: readonly SearchSegment[],
    stored: StoredSearchIndex,
    whole: IdRange,
  ): AsyncGenerator<Message> {
    const last = segments.at(-1)?.lastId ?? '';
    const ids = stored.changed.map(({ messageId }) => messageId);
    const changed = new Set(ids);
    const present = await this.#read(ids.filter((id) => whole.from <= id && id <= whole.to && id <= last));
    const { found: others, end } = await this.#matching(present);
    let instead = others;
    const range = end === undefined ? whole : { ...whole, from: end.id };
    for await (const page of this.#pages(segments, range)) {
      const oldest = page.isLast ? page.segment.firstId : (page.ids.at(-1) ?? page.segment.firstId);
      const found = await this.#read(page.ids.filter((id) => !changed.has(id)));
      const placed = instead.filter(({ id }) => id >= oldest);
      instead = instead.filter(({ id }) => id < oldest);
      yield* [...found, ...placed].sort((a, b) => (a.id > b.id ? -1 : 1));
    }
    yield* instead;
    this.#continueBefore = end?.createdAt;
  }

  /** What the segments have found, newest first, page by page. */
  async *#pages(segments: readonly SearchSegment[], range: IdRange) {
    const { match, pageSize } = this.#search;
    for (const segment of segments.toReversed()) {
      if (segment.lastId < range.from || segment.firstId > range.to) continue;
      let to = range.to;
      for (;;) {
        const part = { from: range.from, to };
        const ids = await this.#store.ask(segment, (reader) => reader.find(match, part, pageSize));
        if (ids === undefined) throw new MissingSegmentError(segment.key);
        const isLast = ids.length < pageSize;
        yield { segment, ids, isLast };
        if (isLast) break;
        to = idBefore(ids.at(-1) ?? '');
      }
    }
  }

  async #read(ids: readonly string[]): Promise<Message[]> {
    const { identityId, organizationId } = this.#search;
    const rows = await findMessages(this.#context.table, identityId, ids);
    return rows.filter((message) => message.organizationId === organizationId);
  }

  /** Whether a run will come soon. Without new messages, an index is due again after a week or more. */
  #isPlanned({ due }: StoredSearchIndex): boolean {
    return due !== undefined && nextDueAt(due.due_at) < this.#context.now + SOON_MS;
  }

  async #askForUpdate(changes: readonly ReturnType<typeof putRestart>[]): Promise<void> {
    const { table, now } = this.#context;
    const due = putIndexDue(this.#search, now);
    await commit(table, { build: (tx) => tx.put(...changes, due) }, { now: () => now });
  }
}

/** The result of looking at messages. */
interface Looked {
  /** Those that satisfy the expression, newest first. */
  readonly found: Message[];
  /** The last one that was looked at, if older ones were not. */
  readonly end: Message | undefined;
}

const EVERYTHING: IdRange = { from: '', to: '~' };

/** What sorts before an id and not before any earlier one, because all ids have the same length. */
function idBefore(id: string): string {
  return id.slice(0, -1) + String.fromCharCode(id.charCodeAt(id.length - 1) - 1);
}

function maxOf(first: string, second: string): string {
  return first > second ? first : second;
}
