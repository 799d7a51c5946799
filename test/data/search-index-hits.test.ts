import { beforeAll, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { SearchedAgent, term } from '../support/searched-agent.ts';

const engine = useEngine();
const table = () => engine.table;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  memoryBucket();
});

test('Words of hits are marked in the text around them', async () => {
  const agent = new SearchedAgent(table);
  const text = `${'Lorem ipsum dolor. '.repeat(30)}The Quarterly Réport is due. ${'Sit amet. '.repeat(40)}`;
  await agent.receive({ subject: 'Report for you', text });
  const { hits } = await agent.search({ all: [...term('report').all, ...term('quarter', { kind: 'prefix' }).all] });
  expect(hits).toHaveLength(1);
  expect(hits[0]?.title).toBe('Report for you');
  expect(hits[0]?.snippet).toMatch(/^…[^…]*The Quarterly Réport is due\.[^…]*…$/);
  expect(hits[0]?.highlights).toEqual(['Quarterly', 'Réport', 'Report']);
});

test('The sender, a recipient, a time and files narrow a search', async () => {
  const agent = new SearchedAgent(table);
  const file = {
    id: 'att',
    filename: 'Plan.bin',
    contentType: 'image/x',
    size: 1,
    contentId: null,
    disposition: 'attachment' as const,
  };
  const first = await agent.receive({ text: 'x', attachments: [file] });
  const second = await agent.receive({ text: 'x', from: [{ address: 'bob@example.com', name: null }] });
  const replyTo = [{ address: 'boss@corp.example', name: 'Bob' }];
  const third = await agent.receive({ text: 'x', cc: [{ address: 'eve@example.org', name: 'Eve' }], replyTo });
  for (const update of [false, true]) {
    if (update) await agent.update();
    const all = { all: [] };
    expect(await agent.found(all)).toEqual([third.id, second.id, first.id]);
    expect(await agent.found(all, { from: 'bob@example.com' })).toEqual([second.id]);
    expect(await agent.found(all, { to: 'eve' })).toEqual([third.id]);
    // Anyone can name any address for replies.
    expect(await agent.found(term('boss@corp.example'))).toEqual([third.id]);
    expect(await agent.found(all, { from: 'boss@corp.example' })).toEqual([]);
    expect(await agent.found(all, { to: 'boss@corp.example' })).toEqual([]);
    expect(await agent.found(term('bob', { field: 'from' }))).toEqual([second.id]);
    expect(await agent.found(all, { hasAttachment: true })).toEqual([first.id]);
    expect(await agent.found(all, { hasAttachment: false })).toEqual([third.id, second.id]);
    expect(await agent.found(all, { since: second.createdAt, until: third.createdAt })).toEqual([second.id]);
    expect(await agent.found(term('plan', { field: 'attachment' }))).toEqual([first.id]);
    expect(await agent.found(all, { passes: ({ id }) => id !== second.id })).toEqual([third.id, first.id]);
    expect(await agent.found(term('...'))).toEqual([]);
  }
});
