import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Change } from '#shared/data/change.ts';
import { remove } from '#shared/data/change.ts';
import { messageKey } from '#shared/data/entities/mail/message.ts';
import { putChangedMessage, putRestart, replaceSearchIndex } from '#shared/data/entities/mail/search-index.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import type { MemoryContents } from '#testing/memory-contents.ts';
import { useEngine } from '../support/engine.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { EXPRESSIONS, MAILS, scanMatches } from '../support/plain-scan.ts';
import { BEGIN, SearchedAgent, term } from '../support/searched-agent.ts';

const engine = useEngine();
const table = () => engine.table;
const contents = () => engine.table.contents as MemoryContents;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket();
});

async function write(...changes: Change[]): Promise<void> {
  await commit(engine.table, { build: (tx) => tx.put(...changes) }, { now: () => BEGIN });
}

const newestFirst = (ids: readonly string[]) => ids.toSorted().reverse();

test('A search finds what reading all emails finds, wherever runs of the index have ended', async () => {
  await fc.assert(
    fc.asyncProperty(
      MAILS,
      fc.array(fc.nat(40), { maxLength: 6 }),
      fc.array(EXPRESSIONS, { minLength: 8 }),
      async (mails, runs, expressions) => {
        const agent = new SearchedAgent(table);
        for (const [index, { from, name, file, ...mail }] of mails.entries()) {
          const attachments =
            file === null
              ? []
              : [
                  {
                    id: 'att',
                    filename: file,
                    contentType: 'image/x',
                    size: 1,
                    contentId: null,
                    disposition: 'attachment' as const,
                  },
                ];
          await agent.receive({ ...mail, from: [{ address: from, name }], attachments });
          if (runs.includes(index)) await agent.update();
        }
        for (const expression of expressions) {
          const scanned = agent.messages.filter(
            (message) =>
              !['spam', 'blocked'].includes(message.folder) &&
              scanMatches(message, agent.texts.get(message.id) ?? '', expression),
          );
          const wanted = newestFirst(scanned.map(({ id }) => id));
          expect(await agent.found(expression, { limit: 3 }), JSON.stringify(expression)).toEqual(wanted);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('Many runs leave few segments, which have each email once, and replaced objects are marked as unused', async () => {
  const agent = new SearchedAgent(table);
  for (let run = 0; run < 80; run++) {
    for (let count = 0; count < 2; count++) await agent.receive({ text: `word${run} common` });
    await agent.update();
  }
  const segments = await agent.segments();
  expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(160);
  expect(segments.length).toBeLessThanOrEqual(14);
  expect(Math.max(...segments.map(({ count }) => count))).toBeGreaterThanOrEqual(16);
  const own = [...contents().bytes.keys()].filter((key) => key.startsWith(`search/${agent.organizationId}/`));
  const used = new Set(segments.map(({ key }) => key));
  expect(own.filter((key) => !contents().unused.has(key)).sort()).toEqual([...used].sort());
  expect(await agent.found(term('common'))).toEqual(newestFirst(agent.messages.map(({ id }) => id)));
  expect(await agent.found(term('word17'))).toHaveLength(2);
  expect(await agent.found(term('word1', { kind: 'prefix' }))).toHaveLength(22);
});

test('A search of many agents looks at fewer new messages of each, and continues before them', async () => {
  const agent = new SearchedAgent(table);
  for (let count = 0; count < 70; count++) await agent.receive({ text: 'common' });
  const others = Array.from({ length: 127 }, () => new SearchedAgent(table, agent.organizationId).identityId);
  const identityIds = [...others, agent.identityId];
  expect((await agent.search(term('common'), { identityIds, limit: 100 })).hits).toHaveLength(32);
  expect((await agent.stored()).due).toBeDefined();
  expect(await agent.found(term('common'), { identityIds })).toEqual(newestFirst(agent.messages.map(({ id }) => id)));
});

test('No search of an agent finds what another agent or another organization has', async () => {
  await fc.assert(
    fc.asyncProperty(
      MAILS,
      MAILS,
      MAILS,
      fc.array(EXPRESSIONS, { minLength: 5 }),
      async (own, sibling, stranger, expressions) => {
        const agent = new SearchedAgent(table);
        const others = [new SearchedAgent(table, agent.organizationId), new SearchedAgent(table)];
        for (const [one, mails] of [
          [agent, own],
          [others[0], sibling],
          [others[1], stranger],
        ] as const) {
          for (const { subject, text, folder } of mails) await one?.receive({ subject, text, folder });
          await one?.update();
          await one?.receive({ text: 'invoice in the tail' });
        }
        const owned = new Set(agent.messages.map(({ id }) => id));
        for (const expression of expressions) {
          for (const id of await agent.found(expression)) expect(owned).toContain(id);
          // An agent of another organization that is named finds nothing.
          const identityIds = [others[1]?.identityId ?? ''];
          expect((await agent.search(expression, { identityIds })).hits).toEqual([]);
        }
      },
    ),
    { numRuns: 5 },
  );
});

test('A segment of another agent that an index names cannot be read', async () => {
  const [agent, other] = [new SearchedAgent(table), new SearchedAgent(table)];
  for (const one of [agent, other]) {
    await one.receive({ text: 'secret word' });
    await one.update();
  }
  const { index } = await agent.stored();
  const [mine, foreign] = [(await agent.segments())[0], (await other.segments())[0]];
  if (index === undefined || mine === undefined || foreign === undefined) throw new Error('no segment');
  await write(replaceSearchIndex({ ...index, segments: [{ ...mine, key: foreign.key }], version: index.version + 1 }));
  await expect(agent.search(term('secret'))).rejects.toThrow();
});

test('What was moved, changed or deleted after it was added is found as it is now, or not at all', async () => {
  const agent = new SearchedAgent(table);
  const [moved, edited, gone] = [
    await agent.receive({ text: 'wanted alpha' }),
    await agent.receive({ text: 'wanted beta' }),
    await agent.receive({ text: 'wanted gammaword' }),
  ];
  const kept = await agent.receive({ text: 'wanted delta' });
  await agent.update();
  await agent.change(moved, { folder: 'blocked' });
  expect(await agent.found(term('wanted'))).toEqual([kept.id, gone.id, edited.id]);
  expect(await agent.found(term('wanted'), { folder: 'blocked' })).toEqual([moved.id]);

  await agent.change(edited, { subject: 'Now epsilon' });
  await write(putChangedMessage(agent.identityId, edited.id, 1));
  await write(remove(messageKey(agent.identityId, gone.id)));
  expect(await agent.found(term('epsilon'))).toEqual([edited.id]);
  expect(await agent.found(term('wanted'))).toEqual([kept.id, edited.id]);

  await write(putChangedMessage(agent.identityId, gone.id, 1));
  const before = await agent.segments();
  await agent.update();
  const { changed } = await agent.stored();
  expect(changed).toEqual([]);
  const [segment] = await agent.segments();
  expect([segment?.count, segment?.key === before[0]?.key]).toEqual([3, false]);
  expect(await agent.found(term('epsilon'))).toEqual([edited.id]);
  expect(await agent.found(term('gammaword'))).toEqual([]);
  expect(contents().unused).toContain(before[0]?.key);
});

test('Messages that others may still come before are in no segment, and are found', async () => {
  const agent = new SearchedAgent(table);
  const first = await agent.receive({ text: 'settled wanted' });
  const second = await agent.receive({ text: 'fresh wanted', at: agent.next + MINUTE });
  await agent.update(second.createdAt + MINUTE + 1);
  expect((await agent.segments()).map(({ lastId }) => lastId)).toEqual([first.id]);
  const late = await agent.receive({ text: 'late wanted', at: second.createdAt - 5 });
  expect(await agent.found(term('wanted'))).toEqual([second.id, late.id, first.id]);
  await agent.update();
  expect((await agent.segments()).reduce((sum, { count }) => sum + count, 0)).toBe(3);
  expect(await agent.found(term('wanted'))).toEqual([second.id, late.id, first.id]);
});

test('An index without one of its segments is built again, and so is one that an operator wants built again', async () => {
  const agent = new SearchedAgent(table);
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.unshift((await agent.receive({ text: 'wanted' })).id);
  await agent.update();
  ids.unshift((await agent.receive({ text: 'wanted' })).id);
  await agent.update();
  expect(await agent.segments()).toHaveLength(2);
  // Another process has not opened it yet.
  const other = new SearchedAgent(table, agent.organizationId);
  const [segment] = await agent.segments();
  contents().bytes.delete(segment?.key ?? '');
  // The same search reads the messages after what the other segment has, page by page.
  expect(await agent.found(term('wanted'), { limit: 2 })).toEqual(ids);
  await agent.run();
  expect(await agent.found(term('wanted'))).toEqual(ids);

  await write(putRestart(agent.identityId));
  expect(await agent.found(term('wanted'))).toEqual(ids);
  await agent.update();
  const { restart } = await agent.stored();
  expect(restart).toBeUndefined();
  expect(await agent.segments()).toHaveLength(1);
  expect(await agent.found(term('wanted'))).toEqual(ids);
  expect(await other.segments()).toEqual([]);
});

test('A search of very many emails that are in no segment continues where it has ended, and asks for an update', async () => {
  const agent = new SearchedAgent(table);
  const ids: string[] = [];
  for (let count = 0; count < 300; count++)
    ids.unshift((await agent.receive({ text: count % 50 === 0 ? 'rare' : 'x' })).id);
  const first = await agent.search(term('rare'));
  expect(first.hits).toHaveLength(5);
  expect(first.next).toBe(agent.messages[44]?.createdAt);
  expect(await agent.found(term('rare'))).toHaveLength(6);
  expect((await agent.stored()).due).toBeDefined();
  await agent.run();
  expect((await agent.segments()).map(({ count }) => count)).toEqual([300]);
  expect((await agent.search(term('rare'))).hits).toHaveLength(6);
});

test('A run that has no more time continues in the next one', async () => {
  const agent = new SearchedAgent(table);
  for (let count = 0; count < 40; count++) await agent.receive({ text: 'wanted' });
  await agent.update(agent.settled, () => true);
  expect((await agent.segments()).map(({ count }) => count)).toEqual([16]);
  expect((await agent.stored()).due?.due_at).toBe(String(agent.settled).padStart(15, '0'));
  await agent.run();
  expect((await agent.segments()).reduce((sum, { count }) => sum + count, 0)).toBe(40);
});

test('Two runs at the same time write the index once', async () => {
  const agent = new SearchedAgent(table);
  for (let count = 0; count < 20; count++) await agent.receive({ text: 'wanted' });
  await agent.update(BEGIN);
  await Promise.all([agent.update(), agent.run(), agent.run()]);
  await agent.update();
  expect((await agent.segments()).reduce((sum, { count }) => sum + count, 0)).toBe(20);
  expect(await agent.found(term('wanted'))).toHaveLength(20);
});
