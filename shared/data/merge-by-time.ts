interface Dated {
  createdAt: number;
}

/** Merges lists that are each sorted newest first. Reads at most one row of each list ahead. */
export function mergeNewestFirst<T extends Dated>(lists: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  return merge(lists, (one, other) => one.createdAt > other.createdAt);
}

/** Merges lists that are each sorted oldest first. Reads at most one row of each list ahead. */
export function mergeOldestFirst<T extends Dated>(lists: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  return merge(lists, (one, other) => one.createdAt < other.createdAt);
}

async function* merge<T>(lists: readonly AsyncGenerator<T>[], isBefore: (one: T, other: T) => boolean) {
  let heads = (await Promise.all(lists.map(headOf))).flat();
  for (;;) {
    const [first, ...others] = heads;
    if (first === undefined) return;
    const next = others.reduce((best, head) => (isBefore(head.row, best.row) ? head : best), first);
    yield next.row;
    const head = await headOf(next.list);
    heads = heads.flatMap((known) => (known === next ? head : known));
  }
}

/** The next row of a list, and the list; nothing at its end. */
async function headOf<T>(list: AsyncGenerator<T>): Promise<{ list: AsyncGenerator<T>; row: T }[]> {
  const { done, value } = await list.next();
  return done ? [] : [{ list, row: value }];
}
