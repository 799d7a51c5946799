import { beforeAll, expect, test } from 'vitest';
import type { SearchExpression } from '#shared/domain/search/search-expression.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { sizeOf } from '#testing/test-size.ts';
import { useEngine } from '../support/engine.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { type Received, SearchedAgent, term } from '../support/searched-agent.ts';

const engine = useEngine();

const GENERATED = sizeOf({ usual: 400, full: 10_000 });
const QUERIES = sizeOf({ usual: 60, full: 400 });
/** Emails between two runs of the index. Those after the last run are in no segment. */
const PER_RUN = 190;
const LONG_MS = 1_800_000;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket();
});

/** Numbers from 0 up to 1, the same ones in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SYLLABLES = ['la', 'ro', 'ten', 'mi', 'su', 'gar', 'Po', 'ne', 'vik', 'ao', 'str', 'qu', 'É', 'ü', 'zz', 'Ka'];
const BETWEEN = [' ', ' ', ' ', ', ', '. ', '\n', ' – ', '; ', ' (', '/'];

/** An email of frequent and of rare words, some with accents and capitals. */
function generated(next: () => number): Received {
  const word = () => {
    const length = 1 + Math.floor(next() ** 2 * 4);
    return Array.from({ length }, () => SYLLABLES[Math.floor(next() ** 2 * SYLLABLES.length)]).join('');
  };
  const text = (count: number) =>
    Array.from({ length: count }, () => word() + BETWEEN[Math.floor(next() * BETWEEN.length)]).join('');
  const folders = ['inbox', 'inbox', 'archive', 'sent'] as const;
  return {
    subject: text(5),
    text: text(20 + Math.floor(next() * 80)),
    folder: folders[Math.floor(next() * folders.length)] ?? 'inbox',
    from: [
      {
        address: `${word()
          .toLowerCase()
          .replaceAll(/[^a-z]/g, 'x')}@example.com`,
        name: text(2),
      },
    ],
  };
}

/** The emails of other projects, as the service reads them. */
async function publicMails(): Promise<Received[]> {
  const mails: Received[] = [];
  for (const { raw } of corpusMails()) {
    const { subject, from, content } = await parseMail(raw, 'envelope@example.com');
    mails.push({ subject, from, text: content.text ?? '' });
  }
  return mails;
}

/** Where a person who reads all of it sees the text: not within a longer word. */
const isAt = (text: string, sought: string, at: number, isPrefix: boolean) =>
  !/[\p{L}\p{N}\p{M}_]/u.test(text.charAt(at - 1)) &&
  (isPrefix || !/[\p{L}\p{N}\p{M}_]/u.test(text.charAt(at + sought.length)));

/** A plain scan, which shares no code with the index. */
function scan(texts: readonly string[], sought: string, isPrefix: boolean): boolean {
  const lower = sought.toLowerCase();
  return texts.some((text) => {
    for (let at = text.indexOf(lower); at !== -1; at = text.indexOf(lower, at + 1))
      if (isAt(text, lower, at, isPrefix)) return true;
    return false;
  });
}

interface Query {
  readonly sought: string;
  readonly isPrefix: boolean;
  readonly expression: SearchExpression;
}

/** A query for something that a text has: a word, two words in a row, or the beginning of a word. */
function queryFor(text: string, next: () => number): Query | undefined {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}\p{M}_])[a-z]{3,} [a-z]{3,}(?![\p{L}\p{N}\p{M}_])/giu)];
  const words = found[Math.floor(next() * found.length)]?.[0];
  if (words === undefined) return undefined;
  const [first = ''] = words.split(' ');
  const kind = (['word', 'phrase', 'prefix'] as const)[Math.floor(next() * 3)] ?? 'word';
  const sought = kind === 'phrase' ? words : kind === 'prefix' ? first.slice(0, 3) : first;
  return { sought, isPrefix: kind === 'prefix', expression: term(sought, { kind }) };
}

test(
  'A search finds all that a plain scan of many emails finds, newest first, and the words are there',
  async () => {
    const next = numbers(47);
    const agent = new SearchedAgent(() => engine.table);
    const texts = new Map<string, readonly string[]>();
    const mails = [...Array.from({ length: GENERATED }, () => generated(next)), ...(await publicMails())];
    for (const [index, mail] of mails.entries()) {
      const { id, subject, from, to } = await agent.receive(mail);
      // The people of an email are one text of the index.
      const people = [...from, ...to].flatMap(({ address, name }) => [name ?? '', address]).join(' ');
      texts.set(
        id,
        [subject, mail.text ?? '', people].map((text) => text.toLowerCase()),
      );
      if (index % PER_RUN === PER_RUN - 1) await agent.update();
    }
    const all = [...texts];
    let hits = 0;
    for (let count = 0; count < QUERIES; ) {
      const [, [subject = '', text = ''] = []] = all[Math.floor(next() * all.length)] ?? [];
      const query = queryFor(`${subject}\n${text}`, next);
      if (query === undefined) continue;
      count += 1;
      const { sought, isPrefix, expression } = query;
      const scanned = all.filter(([, own]) => scan(own, sought, isPrefix)).map(([id]) => id);
      const found = await agent.found(expression, { limit: 200 });
      const known = new Set(found);
      expect(scanned.length, sought).toBeGreaterThan(0);
      expect(
        scanned.filter((id) => !known.has(id)),
        sought,
      ).toEqual([]);
      expect(found, sought).toEqual([...known].sort().reverse());
      // What the scan does not find has the words with accents, or divided by other signs.
      for (const id of found) {
        const folded = (texts.get(id) ?? []).map((own) => own.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
        const parts = sought.toLowerCase().split(' ');
        expect(
          folded.some((own) => parts.every((part) => own.includes(part))),
          `${sought} in ${id}`,
        ).toBe(true);
      }
      hits += scanned.length;
    }
    expect(hits).toBeGreaterThan(QUERIES);
  },
  LONG_MS,
);
