import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { BoundedRead, MAX_EXAMINED_ROWS } from '#shared/data/bounded-read.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
const BATCH = 25;

/** Contacts of an organization, one for each millisecond from `from` on. */
async function insertContacts(organizationId: string, from: number, count: number, displayName: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const createdAt = from + index;
    const id = makeId('contact', createdAt, randomPart());
    const record = { id, organizationId, identityId: null, displayName, emails: [], agentHandles: [], company: null };
    const times = { createdAt, updatedAt: createdAt, version: 1 };
    return {
      pk: `CONTACT#${organizationId}`,
      sk: id,
      ...record,
      notes: null,
      metadata: {},
      source: 'manual',
      ...times,
    };
  });
  for (let start = 0; start < rows.length; start += BATCH) {
    const items = rows.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await engine.table.client.send(new BatchWriteCommand({ RequestItems: { [engine.table.name]: items } }));
  }
}

test('A list with a filter that few records pass ends early, says so, and continues with the next page', async () => {
  const api = new InProcessApi(engine.table);
  const { id, key } = await api.organization();
  const oldest = Date.now() - 1_000_000;
  await insertContacts(id, oldest, 1, 'Ada');
  await insertContacts(id, oldest + 1, MAX_EXAMINED_ROWS, 'Eve');

  const list = (query: Record<string, string>) => api.call('listContacts', { key, query });
  const first = await list({ q: 'ada' });
  expect(first.body.contacts).toEqual([]);
  expect(first.headers['x-aid-more']).toBe('true');
  const before = first.headers['x-aid-more-before'] ?? '';
  expect(before).toBe(new Date(oldest + 1).toISOString());
  const second = await list({ q: 'ada', before });
  expect(second.body.contacts.map(({ display_name }) => display_name)).toEqual(['Ada']);
  expect(second.headers).not.toHaveProperty('x-aid-more');
  expect(second.headers).not.toHaveProperty('x-aid-more-before');

  const full = await list({ q: 'eve', limit: '2' });
  expect(full.body.contacts).toHaveLength(2);
  expect(full.headers).not.toHaveProperty('x-aid-more');
});

test('A read ends early only if there is another row', async () => {
  async function* rows(count: number) {
    for (let createdAt = count; createdAt > 0; createdAt--) yield { createdAt };
  }
  for (const [count, continueBefore] of [
    [0, undefined],
    [2, undefined],
    [3, undefined],
    [4, 2],
  ] as const) {
    const read = new BoundedRead(rows(count), 3);
    const times: number[] = [];
    for await (const { createdAt } of read) times.push(createdAt);
    expect(times).toHaveLength(Math.min(3, count));
    expect(read.continueBefore).toBe(continueBefore);
  }
});
