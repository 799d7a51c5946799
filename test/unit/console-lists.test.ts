import { expect, test, vi } from 'vitest';
import { announceArrival, onArrival } from '#clients/console/src/shell/arrival-listeners.ts';
import { entriesOf, GAP } from '#clients/console/src/widgets/list-entries.ts';
import { PagedList } from '#clients/console/src/widgets/paged-list.ts';
import type { Event, Page } from '#clients/typescript/src/index.ts';

interface Row {
  readonly id: string;
}

const rowsOf = (count: number, name = 'row'): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}-${index}` }));

/** A page of rows that can change later, as a page of the API begins after the last row of the one before. */
function pageFrom(rows: () => readonly Row[], after: string | undefined, limit: number): Page<Row> {
  const from = after === undefined ? 0 : rows().findIndex(({ id }) => id === after) + 1;
  const found = rows().slice(from, from + limit);
  return Object.assign([...found], {
    hasMore: from + limit < rows().length,
    next: async () => pageFrom(rows, found.at(-1)?.id, limit),
  });
}

/** A list of rows that a test changes, with what it has requested. */
function listOf(initial: readonly Row[]) {
  const service = { rows: initial, limits: [] as number[], fails: false };
  let changes = 0;
  let wake = () => {};
  const list = new PagedList<Row>(
    async (_signal, limit) => {
      service.limits.push(limit);
      if (service.fails) throw new Error('unavailable');
      return pageFrom(() => service.rows, undefined, limit);
    },
    () => {
      changes += 1;
      wake();
    },
  );
  /** Does something, and waits until the list has changed that many times. */
  const after = async (act: () => void, count = 1) => {
    const end = changes + count;
    act();
    while (changes < end) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const shown = () => list.state.pages?.flat().map(({ id }) => id) ?? [];
  return { service, list, after, shown };
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

async function withThreePages() {
  const made = listOf(rowsOf(170));
  await made.after(() => made.list.refresh());
  await made.after(() => made.list.more());
  await made.after(() => made.list.more());
  expect(made.shown()).toEqual(ids(rowsOf(150)));
  return made;
}

test('A list that is loaded again has its pages and what is new, in one step', async () => {
  const { service, list, after, shown } = await withThreePages();
  service.rows = [...rowsOf(3, 'new'), ...service.rows];
  await after(() => list.refresh());
  expect(shown()).toEqual(ids([...rowsOf(3, 'new'), ...rowsOf(170)]));
  // One request, with a page of the largest size.
  expect(service.limits).toEqual([50, 200]);
});

test('A list reaches its last row again over hundreds of new rows, without a gap', async () => {
  const { service, list, after, shown } = await withThreePages();
  service.rows = [...rowsOf(700, 'new'), ...service.rows];
  await after(() => list.refresh());
  expect(shown()).toEqual(ids(service.rows));
});

test('Of more than 1,000 new rows the first ones are shown, and the others can be loaded', async () => {
  const { service, list, after, shown } = await withThreePages();
  service.rows = [...rowsOf(5_000, 'new'), ...service.rows];
  await after(() => list.refresh());
  expect(shown()).toEqual(ids(rowsOf(1_000, 'new')));
  await after(() => list.more());
  expect(shown()).toEqual(ids(rowsOf(1_200, 'new')));
});

test('A list has at least as many rows as before when its last ones are gone, and does not read on', async () => {
  const { service, list, after, shown } = await withThreePages();
  service.rows = [...rowsOf(140), ...rowsOf(400, 'older')];
  await after(() => list.refresh());
  expect(shown()).toEqual(ids(service.rows).slice(0, 200));
});

test('A load that fails leaves the rows, and the next one removes the error', async () => {
  const { service, list, after, shown } = await withThreePages();
  service.fails = true;
  await after(() => list.refresh());
  expect(list.state.error).toEqual(new Error('unavailable'));
  expect(shown().length).toBe(150);
  service.fails = false;
  await after(() => list.refresh());
  expect(list.state.error).toBeUndefined();
});

test('Many changes at once lead to one load, and two clicks to one more page', async () => {
  const { service, list, after, shown } = await withThreePages();
  service.rows = rowsOf(500);
  service.limits = [];
  await after(() => {
    for (let index = 0; index < 20; index += 1) list.refresh();
    list.more();
    list.more();
  }, 2);
  expect(service.limits).toEqual([200]);
  expect(shown()).toEqual(ids(rowsOf(400)));
});

test('A list that has ended changes no more', async () => {
  const { service, list, shown } = await withThreePages();
  const before = shown();
  service.rows = [];
  list.refresh();
  list.stop();
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toEqual(before);
});

/** Entries of numbers, the largest first, with the numbers themselves as keys. */
const entries = (live: readonly number[], loaded: readonly number[], hasGap = false) =>
  entriesOf({ live, loaded, hasGap, keyOf: String, compare: (one, other) => other - one }).map(({ key }) => key);

test('What arrived and what was loaded are one sequence, in which each row is once', () => {
  expect(entries([5, 4], [4, 3])).toEqual(['5', '4', '3']);
  // An event may be loaded before one that was committed earlier arrives.
  expect(entries([4], [5, 3])).toEqual(['5', '4', '3']);
  expect(entries([], [])).toEqual([]);
});

test('The place of missing rows is before those that were loaded, and its end moves no row', () => {
  expect(entries([9, 8], [4, 3], true)).toEqual(['9', '8', GAP, '4', '3']);
  expect(entries([9, 8, 4], [4, 3], true)).toEqual(['9', '8', GAP, '4', '3']);
  expect(entries([9, 8], [], true)).toEqual(['9', '8', GAP]);
  expect(entries([9, 8], [7, 6, 5, 4, 3])).toEqual(['9', '8', '7', '6', '5', '4', '3']);
});

test('A listener of arriving events that fails does not keep others from hearing of them', () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const heard: string[] = [];
  const problem = new TypeError('Illegal constructor');
  const ends = [
    onArrival(() => {
      throw problem;
    }),
    onArrival(({ id }) => heard.push(id)),
  ];
  for (const id of ['evt-0', 'evt-1']) announceArrival({ id } as Event);
  for (const end of ends) end();
  expect(heard).toEqual(['evt-0', 'evt-1']);
  expect(reported.mock.calls).toEqual([[problem], [problem]]);
});
