import { setTimeout as wait } from 'node:timers/promises';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { putChangedMessage } from '#shared/data/entities/mail/search-index.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { getFileReader } from '#shared/services/mail-reader/mail-reader.ts';
import type { MemoryContents } from '#testing/memory-contents.ts';
import { useEngine } from '../support/engine.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { BEGIN, SearchedAgent, term } from '../support/searched-agent.ts';
import { stopClock } from '../support/stopped-clock.ts';

const engine = useEngine();
let files: ReadonlyMap<string, Buffer>;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

beforeEach(() => {
  files = memoryBucket();
});

/** Counts how many calls are made at once. None ends before `expected` of them are present. */
class Gauge {
  readonly #expected: number;
  readonly #full = Promise.withResolvers<void>();
  #present = 0;
  max = 0;

  constructor(expected: number) {
    this.#expected = expected;
  }

  async during<T>(work: () => T | Promise<T>): Promise<T> {
    this.#present += 1;
    this.max = Math.max(this.max, this.#present);
    if (this.#present >= this.#expected) this.#full.resolve();
    try {
      await this.#full.promise;
      // Time for one more, which there may not be.
      await wait(5);
      return await work();
    } finally {
      this.#present -= 1;
    }
  }
}

/** Counts the reads of the mail bucket from now on, of keys that begin so. None ends before `expected` are present. */
function gaugeOfReads(prefix: string, expected: number): Gauge {
  const gauge = new Gauge(expected);
  mockClient(S3Client)
    .on(GetObjectCommand)
    .callsFake(async ({ Key }: { Key: string }) => ({
      Body: {
        transformToByteArray: async () => {
          const read = () => new Uint8Array(files.get(Key) ?? []);
          return Key.startsWith(prefix) ? gauge.during(read) : read();
        },
      },
    }));
  return gauge;
}

const newestFirst = ({ messages }: SearchedAgent) => messages.map(({ id }) => id).reverse();

/** As much text as an email may have, in few words. */
const LARGE = `wanted ${`${'x'.repeat(39)} `.repeat(12_499)}`;

test('A search of large emails that are in no segment, or have changed, ends at a size and continues there', async () => {
  const agent = new SearchedAgent(() => engine.table);
  for (let count = 0; count < 24; count++) await agent.receive({ text: LARGE });
  const first = await agent.search(term('wanted'), { limit: 100 });
  expect(first.hits.length).toBeGreaterThan(8);
  expect(first.hits.length).toBeLessThan(20);
  expect(first.next).toBe(first.hits.at(-1)?.at);
  expect(await agent.found(term('wanted'), { limit: 100 })).toEqual(newestFirst(agent));

  await agent.update();
  const changes = agent.messages.map(({ id }) => putChangedMessage(agent.identityId, id, 1));
  await commit(engine.table, { build: (tx) => tx.put(...changes) }, { now: () => BEGIN });
  expect((await agent.search(term('wanted'), { limit: 100 })).next).toBe(first.next);
  expect(await agent.found(term('wanted'), { limit: 100 })).toEqual(newestFirst(agent));
});

test('A search of many agents reads at most 32 emails at once', async () => {
  const agents = [new SearchedAgent(() => engine.table)];
  const [one] = agents as [SearchedAgent];
  while (agents.length < 4) agents.push(new SearchedAgent(() => engine.table, one.organizationId));
  for (const agent of agents) for (let count = 0; count < 16; count++) await agent.receive({ text: 'other' });
  const gauge = gaugeOfReads('content/', 2);
  const identityIds = agents.map(({ identityId }) => identityId);
  expect((await one.search({ all: [] }, { identityIds, limit: 1 })).hits).toHaveLength(1);
  expect(gauge.max).toBeGreaterThan(1);
  expect(gauge.max).toBeLessThanOrEqual(32);
});

test('A search of many agents opens at most four segments at once', async () => {
  const gauge = new Gauge(4);
  const contents = engine.table.contents as MemoryContents;
  const getBytes = (key: string) => gauge.during(() => contents.getBytes(key));
  const table = () => ({ ...engine.table, contents: { ...contents, getBytes } });
  const agents = [new SearchedAgent(table)];
  const [one] = agents as [SearchedAgent];
  while (agents.length < 12) agents.push(new SearchedAgent(table, one.organizationId));
  for (const agent of agents) {
    await agent.receive({ text: 'wanted' });
    await agent.update();
  }
  expect(gauge.max).toBe(0);
  const identityIds = agents.map(({ identityId }) => identityId);
  expect((await one.search(term('wanted'), { identityIds })).hits).toHaveLength(12);
  expect(gauge.max).toBe(4);
});

test('A search has the files of two emails in memory at once', async () => {
  stopClock();
  const reader = vi.spyOn(getFileReader(), 'readFile').mockResolvedValue({ text: 'pelican', truncated: false });
  try {
    const agent = new SearchedAgent(() => engine.table);
    for (let count = 0; count < 10; count++) {
      const file = { id: 'att', filename: 'list.txt', contentType: 'text/plain', size: 1, contentId: null };
      const attachments = [{ ...file, disposition: 'attachment' as const, key: `attachments/${count}` }];
      await agent.receive({ direction: 'outbound', attachments });
    }
    const gauge = gaugeOfReads('attachments/', 2);
    expect(await agent.found(term('pelican'))).toEqual(newestFirst(agent));
    expect(gauge.max).toBe(2);
  } finally {
    reader.mockRestore();
  }
});
