import { randomBytes } from 'node:crypto';
import { makeId } from '#shared/domain/ids/ids.ts';
import { matchExpression } from '#shared/domain/search/match-expression.ts';
import { tokensOf } from '#shared/domain/search/search-tokens.ts';
import { mergeStart } from '#shared/domain/search/segments.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { type SearchDocument, SegmentReader, writeSegment } from '#shared/services/search/segment.ts';
import { SegmentStore } from '#shared/services/search/segment-store.ts';
import { memoryContents } from '#testing/memory-contents.ts';
import { type BenchmarkRun, info, type Measurement, within } from './support/measurement.ts';

/** Emails of one mailbox. The first is written as emails arrive, the others as those that have no index yet. */
const MAILBOXES = [
  { emails: 2_048, perRun: 16 },
  { emails: 20_000, perRun: 2_000 },
  { emails: 100_000, perRun: 2_000 },
] as const;

const WORDS = 110;
const QUERIES = 20;
const MAX_INDEXING_MS = 2;
const MAX_BYTES = 700;
const MAX_COLD_MS = 300;
const MAX_WARM_MS = 50;

/**
 * What the search of emails costs in processor time and bytes, without the requests to the table and the buckets:
 * tokens, segments with their merges, compression and sealing; a query by a process that has opened nothing, and by one
 * that has opened all. The words of queries are rare, so each segment is asked.
 *
 * See: docs/decisions/0097-a-search-index.md.
 */
export const search: BenchmarkRun = async (say) => {
  const measured: Measurement[] = [];
  for (const mailbox of MAILBOXES) measured.push(...(await measure(mailbox, say)));
  return measured;
};

interface Written {
  readonly key: string;
  readonly count: number;
  readonly bytes: number;
}

async function measure({ emails, perRun }: (typeof MAILBOXES)[number], say: (line: string) => void) {
  const contents = memoryContents();
  const keyring = new Keyring(randomBytes(32));
  const table = { contents } as unknown as ConstructorParameters<typeof SegmentStore>[0]['table'];
  const owner = { organizationId: 'org', identityId: 'agent' };
  const store = new SegmentStore({ table, keyring: async () => keyring }, owner);
  let segments: Written[] = [];
  let processorMs = 0;
  for (let first = 0; first < emails; first += perRun) {
    const texts = Array.from({ length: Math.min(perRun, emails - first) }, (_, index) => emailAt(first + index));
    const began = process.cpuUsage();
    segments = await add(store, segments, texts);
    processorMs += since(began);
  }
  const raw = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  const sealed = segments.reduce((sum, { key }) => sum + (contents.bytes.get(key)?.byteLength ?? 0), 0);
  const { cold, warm } = await ask(store, segments);
  say(
    `${emails} emails, ${perRun} at a time: ${(processorMs / emails).toFixed(3)} ms each, ${segments.length} segments, ` +
      `${(raw / 2 ** 20).toFixed(1)} MB, ${cold.toFixed(1)} ms cold, ${warm.toFixed(1)} ms warm`,
  );
  const name = `${emails.toLocaleString('en')} emails`;
  return [
    within(`${name}, added ${perRun} at a time: processor for each`, processorMs / emails, MAX_INDEXING_MS, 'ms', 3),
    within(`${name}: bytes of an email in the bucket`, sealed / emails, MAX_BYTES, 'bytes'),
    info(`${name}: bytes of an email in an open segment`, `${Math.round(raw / emails)} bytes`),
    within(`${name}: processor of a query that opens all segments, p95`, cold, MAX_COLD_MS, 'ms', 1),
    within(`${name}: the same with open segments, p95`, warm, MAX_WARM_MS, 'ms', 1),
  ];
}

/** One run of the index, as the service makes it. */
async function add(store: SegmentStore, segments: Written[], texts: readonly SearchText[]): Promise<Written[]> {
  const added = texts.map(documentOf);
  const start = Math.min(segments.length, mergeStart([...segments, { count: added.length, bytes: 0 }]));
  const sources = await Promise.all(segments.slice(start).map((segment) => store.read(segment)));
  const written = await writeSegment({
    sources: sources.filter((source) => source !== undefined),
    changed: new Map(),
    added,
    textFrom: '',
  });
  if (written === undefined) throw new Error('nothing was written');
  const key = await store.write(written.bytes);
  return [...segments.slice(0, start), { key, count: written.count, bytes: written.bytes.byteLength }];
}

/** The processor time of queries, in milliseconds: of the slowest but one of twenty. */
async function ask(store: SegmentStore, segments: readonly Written[]): Promise<{ cold: number; warm: number }> {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let query = 0; query < QUERIES; query++) {
    const text = wordAt(VOCABULARY - 1 - query * 31);
    const match = matchExpression({ all: [{ text, kind: 'word', field: 'any', excluded: false }] }) ?? '';
    let began = process.cpuUsage();
    const readers: SegmentReader[] = [];
    for (const segment of segments.toReversed()) {
      const bytes = await store.read(segment);
      if (bytes === undefined) throw new Error('a segment is missing');
      const reader = await SegmentReader.open(bytes);
      reader.find(match, EVERYTHING, 20);
      readers.push(reader);
    }
    cold.push(since(began));
    began = process.cpuUsage();
    for (const reader of readers) reader.find(match, EVERYTHING, 20);
    warm.push(since(began));
    for (const reader of readers) reader.close();
  }
  const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[QUERIES - 2] ?? 0;
  return { cold: p95(cold), warm: p95(warm) };
}

const EVERYTHING = { from: '', to: '~' };

function since(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

interface SearchText {
  readonly id: string;
  readonly subject: string;
  readonly people: string;
  readonly body: string;
}

function documentOf({ id, subject, people, body }: SearchText): SearchDocument {
  const tokens = (text: string) => tokensOf(text).join(' ');
  return {
    id,
    columns: {
      subject: tokens(subject),
      sender: tokens(people),
      recipients: 'bot agents example',
      replyTo: '',
      body: tokens(body),
      attachment: '',
      marks: 'all',
    },
  };
}

/** Words of different frequency, as in a language: the more frequent ones are shorter. */
const VOCABULARY = 40_000;

const KNOWN_WORDS = new Map<number, string>();

function wordAt(rank: number): string {
  const known = KNOWN_WORDS.get(rank) ?? spell(rank);
  KNOWN_WORDS.set(rank, known);
  return known;
}

function spell(rank: number): string {
  let word = '';
  for (let left = rank + 30; left > 0; left = Math.floor(left / 17)) word += 'etaoinsrhldcumfpg'[left % 17];
  return word + (rank % 3 === 0 ? 'ing' : '');
}

/** The email at a position. Each run makes the same ones. */
function emailAt(index: number): SearchText {
  let state = (index + 1) * 2_654_435_761;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const words = (count: number) =>
    Array.from({ length: count }, () => wordAt(Math.floor(VOCABULARY ** next()) - 1)).join(' ');
  const at = Date.UTC(2026, 0, 1) + index * 60_000;
  const random = Math.floor(next() * 2 ** 50).toString(32);
  return {
    id: makeId('message', at, random.toUpperCase().padStart(16, '0')),
    subject: words(6),
    people: `${words(2)} ${words(1)}@${words(1)}.example`,
    body: words(Math.round(WORDS * (0.3 + 1.4 * next()))),
  };
}
