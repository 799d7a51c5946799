/** Merges lists that are each sorted newest first. Reads at most one row of each list ahead. */
export async function* mergeNewestFirst<T extends { createdAt: number }>(lists: readonly AsyncGenerator<T>[]) {
  let heads = (await Promise.all(lists.map(headOf))).flat();
  for (;;) {
    const [first, ...others] = heads;
    if (first === undefined) return;
    const newest = others.reduce((best, head) => (head.row.createdAt > best.row.createdAt ? head : best), first);
    yield newest.row;
    const next = await headOf(newest.list);
    heads = heads.flatMap((head) => (head === newest ? next : head));
  }
}

/** The next row of a list, and the list; nothing at its end. */
async function headOf<T>(list: AsyncGenerator<T>): Promise<{ list: AsyncGenerator<T>; row: T }[]> {
  const { done, value } = await list.next();
  return done ? [] : [{ list, row: value }];
}
