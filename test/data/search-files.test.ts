import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { putChangedMessage } from '#shared/data/entities/mail/search-index.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { writeMailFile } from '#shared/services/mail-files/mail-store.ts';
import { getFileReader } from '#shared/services/mail-reader/mail-reader.ts';
import { useEngine } from '../support/engine.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { BEGIN, SearchedAgent, term } from '../support/searched-agent.ts';

const engine = useEngine();

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket();
});

/** Five seconds of processor time on a function with 0.58 processors. */
const LIMIT_MS = 8_621;

/** What the reader is asked for, by the words of the files. */
let asked: string[] = [];
/** Whether attempts to read the files with the word `failing` fail. */
let isFailing = true;

/**
 * A reader without processes and real time: a file with the word `slow` has cost too much after the time that a
 * function takes for it, or the deadline of its attempt comes first.
 */
beforeEach(() => {
  asked = [];
  isFailing = true;
  let leftMs = Number.POSITIVE_INFINITY;
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    leftMs = ms;
    return new AbortController().signal;
  });
  const reader = vi.spyOn(getFileReader(), 'readFile').mockImplementation(async (bytes) => {
    const text = Buffer.from(bytes).toString();
    asked.push(text);
    if (text.includes('failing') && isFailing) throw new Error('the machine is too slow');
    if (!text.includes('slow')) return { text, truncated: false };
    leftMs -= LIMIT_MS;
    if (leftMs < 0) throw new Error('the time of the attempt ended before the reader finished');
    return undefined;
  });
  onTestFinished(() => {
    timeout.mockRestore();
    reader.mockRestore();
  });
});

let stored = 0;

/** Sends an email with text files. */
async function send(agent: SearchedAgent, ...texts: string[]): Promise<Message> {
  const attachments = texts.map((_, index) => ({
    id: `att_${index}`,
    filename: `list${index}.txt`,
    contentType: 'text/plain',
    size: 1,
    contentId: null,
    disposition: 'attachment' as const,
    key: `attachments/${++stored}`,
  }));
  for (const [index, { key }] of attachments.entries()) await writeMailFile(key, texts[index] ?? '', 'text/plain');
  return agent.receive({ direction: 'outbound', folder: 'sent', text: 'sent', attachments });
}

async function edit(agent: SearchedAgent, message: Message): Promise<void> {
  await agent.change(message, { subject: 'Edited' });
  const change = putChangedMessage(agent.identityId, message.id, 1);
  await commit(engine.table, { build: (tx) => tx.put(change) }, { now: () => BEGIN });
}

const counts = async (agent: SearchedAgent) => (await agent.segments()).map(({ count }) => count);

test('Files that cost too much are found by their names after one attempt, with the text of the others', async () => {
  const agent = new SearchedAgent(() => engine.table);
  const first = await send(agent, 'slow one', 'pelican', 'slow two', 'slow three');
  const second = await agent.receive({ text: 'wanted' });
  await agent.update();
  expect(await counts(agent)).toEqual([2]);
  expect((await agent.stored()).index?.waiting).toBeUndefined();
  expect(await agent.found(term('pelican'))).toEqual([first.id]);
  expect(await agent.found(term('list2', { field: 'attachment' }))).toEqual([first.id]);
  expect(await agent.found(term('wanted'))).toEqual([second.id]);
});

test('A run without time reads one more file of an email, and none that an earlier run has read', async () => {
  const agent = new SearchedAgent(() => engine.table);
  await send(agent, 'one', 'two', 'three');
  for (let run = 0; run < 3; run++) {
    expect(await counts(agent)).toEqual([]);
    await agent.update(agent.settled, () => true);
  }
  expect(asked).toEqual(['one', 'two', 'three']);
  expect(await counts(agent)).toEqual([1]);
  expect(await agent.found({ all: ['one', 'two', 'three'].flatMap((word) => term(word).all) })).toHaveLength(1);
});

test('The index waits for files that fail for an hour from the first attempt, however old the email is, and does all else', async () => {
  const agent = new SearchedAgent(() => engine.table);
  const edited = await agent.receive({ text: 'wanted' });
  await agent.update();
  const failing = await send(agent, 'pelican', 'failing', 'heron');
  const later = await agent.receive({ text: 'wanted' });
  await edit(agent, edited);
  const since = agent.settled + 5 * HOUR;
  await agent.update(since);
  // The edit is in the segment, and the next run is planned.
  expect(await counts(agent)).toEqual([1]);
  const { index, changed, due } = await agent.stored();
  expect([index?.waiting, changed, Number(due?.due_at)]).toEqual([
    [{ messageId: failing.id, since }],
    [],
    since + 5 * MINUTE,
  ]);
  expect(await agent.found(term('edited'))).toEqual([edited.id]);
  await agent.run(since + 59 * MINUTE);
  expect((await agent.stored()).index?.waiting).toEqual([{ messageId: failing.id, since }]);
  await agent.run(since + HOUR);
  expect(await counts(agent)).toEqual([1, 2]);
  expect((await agent.stored()).index?.waiting).toBeUndefined();
  for (const word of ['pelican', 'heron']) expect(await agent.found(term(word)), word).toEqual([failing.id]);
  expect(await agent.found(term('failing'))).toEqual([]);
  expect(await agent.found(term('wanted'))).toEqual([later.id, edited.id]);
  expect(asked.filter((text) => text !== 'failing')).toEqual(['pelican', 'heron']);
});

test('An email that was edited keeps no other edit waiting for its files, and is in the index once they are read', async () => {
  const agent = new SearchedAgent(() => engine.table);
  isFailing = false;
  const failing = await send(agent, 'failing');
  const other = await agent.receive({ text: 'wanted' });
  await agent.update();
  isFailing = true;
  for (const message of [failing, other]) await edit(agent, message);
  const now = agent.settled + 5 * HOUR;
  await agent.update(now);
  expect((await agent.stored()).changed.map(({ messageId }) => messageId)).toEqual([failing.id]);
  expect((await agent.stored()).index?.waiting).toEqual([{ messageId: failing.id, since: now }]);
  isFailing = false;
  await agent.run(now + 5 * MINUTE);
  const { changed, index } = await agent.stored();
  expect([changed, index?.waiting]).toEqual([[], undefined]);
  expect(await agent.found(term('failing'))).toEqual([failing.id]);
  expect(await agent.found(term('edited'))).toEqual([other.id, failing.id]);
});
