import { beforeAll, expect, test } from 'vitest';
import { remove } from '#shared/data/change.ts';
import { messageKey } from '#shared/data/entities/mail/message.ts';
import { putChangedMessage } from '#shared/data/entities/mail/search-index.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import type { MemoryContents } from '#testing/memory-contents.ts';
import { asEffect, type Cut, inProcess, useEndingProcesses } from '../support/ending-processes.ts';
import { useEngine } from '../support/engine.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { BEGIN, SearchedAgent, term } from '../support/searched-agent.ts';

const engine = useEngine();

/** The table, with each object that is stored or marked as an effect of its process. */
const table = () => {
  const contents = engine.table.contents as MemoryContents;
  const { bytes, unused } = contents;
  return {
    ...engine.table,
    contents: {
      ...contents,
      putBytes: (key: string, content: Uint8Array) => asEffect(() => void bytes.set(key, content)),
      markUnused: (key: string) => asEffect(() => void unused.add(key)).catch(() => {}),
    },
  };
};

useEndingProcesses(() => [engine.table]);

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket();
});

/** More writes than a run has. */
const MAX_EFFECTS = 30;

/** An agent with seven segments and new messages, so that the next run writes all as one; one message is gone. */
async function agentBeforeMerge() {
  const agent = new SearchedAgent(table);
  for (let run = 0; run < 7; run++) {
    await agent.receive({ text: `wanted word${run}` });
    await agent.update();
  }
  const [gone] = agent.messages;
  await agent.receive({ text: 'wanted new' });
  await agent.receive({ text: 'wanted newer' });
  const { identityId } = agent;
  const changes = [remove(messageKey(identityId, gone?.id ?? '')), putChangedMessage(identityId, gone?.id ?? '', 1)];
  await commit(engine.table, { build: (tx) => tx.put(...changes) }, { now: () => BEGIN });
  const ids = agent.messages.slice(1).map(({ id }) => id);
  return { agent, wanted: ids.reverse() };
}

test.each(['before', 'after', 'again'] as const)(
  'If a run of the index ends at any of its writes (%s), nothing is missing or found twice, and the next run completes it',
  async (how) => {
    let at = 0;
    for (; at < MAX_EFFECTS; at++) {
      const { agent, wanted } = await agentBeforeMerge();
      const cut: Cut = { at, how };
      const { isCut } = await inProcess(cut, () => agent.update().catch(rethrowUnlessLost));
      expect(await agent.found(term('wanted')), `${how} ${at}`).toEqual(wanted);
      await agent.update(agent.settled + HOUR);
      expect(await agent.found(term('wanted')), `${how} ${at}, completed`).toEqual(wanted);
      const segments = await agent.segments();
      expect(
        segments.map(({ count }) => count),
        `${how} ${at}`,
      ).toEqual([8]);
      expect((await agent.stored()).changed).toEqual([]);
      // A segment that an index names is never marked as unused.
      const { unused } = engine.table.contents as MemoryContents;
      for (const { key } of segments) expect(unused).not.toContain(key);
      if (!isCut) break;
    }
    expect(at).toBeGreaterThan(3);
    expect(at).toBeLessThan(MAX_EFFECTS);
  },
);

/** A lost response of the bucket is an error of the run, which ends with it. */
function rethrowUnlessLost(error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'socket hang up') throw error;
}
