import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Aid } from '#clients/typescript/src/index.ts';

interface Row {
  readonly id: number;
  readonly created_at: string;
}

const MAX_LIMIT = 200;

/** A list of the service: rows at different times, of which each page reads a bounded number. */
interface List {
  readonly rows: readonly Row[];
  /** The filter of the list matches the rows with an id that this divides. */
  readonly every: number;
  /** How many rows one page reads at most. */
  readonly reads: number;
}

const timeOf = (index: number) => new Date(1_700_000_000_000 + index).toISOString();

function listOf(count: number, every: number, reads: number): List {
  return { rows: Array.from({ length: count }, (_, id) => ({ id, created_at: timeOf(id) })), every, reads };
}

/** A page as the service makes it. See: docs/contract/conventions.md#lists. */
function pageOf({ rows, every, reads }: List, query: URLSearchParams): Response {
  const limit = Math.min(Number(query.get('limit') ?? 50), MAX_LIMIT);
  const [since, before] = [query.get('since'), query.get('before')];
  const within = rows.filter(({ created_at }) => (since ?? '') < created_at && created_at < (before ?? '~'));
  const ordered = since === null ? within.toReversed() : within;
  const read = ordered.slice(0, reads);
  const found = read.filter(({ id }) => id % every === 0).slice(0, limit);
  const isShort = found.length < limit && read.length < ordered.length;
  const last = read.at(-1)?.created_at ?? '';
  const headers: Record<string, string> = isShort
    ? { 'x-aid-more': 'true', [since === null ? 'x-aid-more-before' : 'x-aid-more-since']: last }
    : {};
  return Response.json({ events: found }, { headers });
}

function clientOf(list: List) {
  const urls: URL[] = [];
  const fetch = async (address: string | URL | Request) => {
    const url = new URL(String(address));
    urls.push(url);
    return pageOf(list, url.searchParams);
  };
  return { aid: new Aid({ key: 'aid_org_test', url: 'http://aid.test', fetch }), urls };
}

const idsOf = (rows: readonly unknown[]) => rows.map((row) => (row as Row).id);

test('Reading a list by its pages finds every row once, in order, whatever its filter leaves out', async () => {
  const lists = fc.record({
    count: fc.nat({ max: 300 }),
    every: fc.integer({ min: 1, max: 90 }),
    reads: fc.integer({ min: 1, max: 120 }),
    limit: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    since: fc.option(fc.nat({ max: 300 }), { nil: undefined }),
    before: fc.option(fc.nat({ max: 300 }), { nil: undefined }),
  });
  const property = fc.asyncProperty(lists, async ({ count, every, reads, limit, since, before }) => {
    const list = listOf(count, every, reads);
    const { aid } = clientOf(list);
    const query = {
      ...(limit !== undefined && { limit }),
      ...(since !== undefined && { since: timeOf(since) }),
      ...(before !== undefined && { before: timeOf(before) }),
    };
    const found: unknown[] = [];
    for await (const event of aid.events.list(query)) found.push(event);
    const wanted = list.rows
      .map(({ id }) => id)
      .filter((id) => id % every === 0 && id > (since ?? -1) && id < (before ?? Number.POSITIVE_INFINITY));
    expect(idsOf(found)).toEqual(since === undefined ? wanted.toReversed() : wanted);
  });
  await fc.assert(property, { numRuns: 300 });
});

test('The first page has its rows, also under the noun of the list, and knows the next one', async () => {
  const { aid, urls } = clientOf(listOf(5, 1, 100));
  const page = await aid.events.list({ limit: 3 }).firstPage();
  expect(idsOf(page)).toEqual([4, 3, 2]);
  expect((page as unknown as { events: unknown }).events).toBe(page);
  expect(page.hasMore).toBe(true);
  const second = await page.next();
  expect(idsOf(second)).toEqual([1, 0]);
  expect(second.hasMore).toBe(false);
  expect(await second.next()).toEqual([]);
  expect(urls).toHaveLength(2);
  const { data, response } = await aid.events.list().firstPage().withResponse();
  expect([data.length, response.status]).toEqual([5, 200]);
});

test('all returns an array of every row, or of as many as it was asked for, and reads no further', async () => {
  const { aid, urls } = clientOf(listOf(120, 1, 1000));
  expect(await aid.events.list().all()).toHaveLength(120);
  expect(urls).toHaveLength(3);
  expect(idsOf(await aid.events.list().all({ limit: 50 }))).toHaveLength(50);
  expect(urls).toHaveLength(4);
  expect(await aid.events.list().all({ limit: 0 })).toEqual([]);
  expect(urls).toHaveLength(4);
});

test('A list reads nothing before it is asked to, no page that its reader has not come to, and can be read twice', async () => {
  const { aid, urls } = clientOf(listOf(120, 1, 1000));
  const list = aid.events.list();
  expect(urls).toHaveLength(0);
  for await (const event of list) if ((event as unknown as Row).id === 80) break;
  expect(urls).toHaveLength(1);
  expect(await list.all()).toHaveLength(120);
});

test('A list without pages is read once', async () => {
  const fetch = async () => Response.json({ streams: Array.from({ length: 60 }, (_, id) => ({ id })) });
  const aid = new Aid({ key: 'aid_org_test', url: 'http://aid.test', fetch });
  expect(await aid.events.streams.list().all()).toHaveLength(60);
});

/** Pages of which each names the next one. The last one names an earlier one, with which the circle begins. */
function clientOfCircle(tail: number, circle: number) {
  const asked: string[] = [];
  const fetch = async (address: string | URL | Request) => {
    const place = new URL(String(address)).searchParams.get('before');
    asked.push(String(place));
    const number = place === null ? 0 : Number(place.replace('place-', '')) + 1;
    const before = `place-${number < tail + circle ? number : tail}`;
    const headers = { 'x-aid-more': 'true', 'x-aid-more-before': before };
    return Response.json({ events: [{ id: number }] }, { headers });
  };
  return { aid: new Aid({ key: 'aid_org_test', url: 'http://aid.test', fetch }), asked };
}

test('Pages that name each other in a circle end with an error, however many there are', async () => {
  const sizes = fc.record({ tail: fc.nat({ max: 40 }), circle: fc.integer({ min: 1, max: 40 }) });
  const property = fc.asyncProperty(sizes, async ({ tail, circle }) => {
    const { aid, asked } = clientOfCircle(tail, circle);
    const error = { name: 'ServerError', code: 'response.invalid', retryable: false };
    await expect(aid.events.list().all()).rejects.toMatchObject(error);
    expect(asked.length).toBeLessThanOrEqual(3 * (tail + circle + 1));
  });
  await fc.assert(property, { numRuns: 100 });
});

test.each([
  ['may be read later where an event is still being written', 'since', 0, true],
  ['is an error where it has rows', 'since', 1, false],
  ['is an error in a list that is newest first', 'before', 0, false],
])('A page that ends where it began %s', async (_what, parameter, rows, retryable) => {
  const place = timeOf(1);
  const headers = { 'x-aid-more': 'true', [`x-aid-more-${parameter}`]: place };
  const events = Array.from({ length: rows }, () => ({ id: 1, created_at: place }));
  const fetch = async () => Response.json({ events }, { headers });
  const aid = new Aid({ key: 'aid_org_test', url: 'http://aid.test', fetch });
  const query = parameter === 'since' ? { since: place } : { before: place };
  await expect(aid.events.list(query).all()).rejects.toMatchObject({ retryable });
});
