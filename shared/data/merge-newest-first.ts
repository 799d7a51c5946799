/** Merges lists that are each sorted newest first. Reads at most one row of each list ahead. */
export async function* mergeNewestFirst<T extends { createdAt: number }>(lists: readonly AsyncGenerator<T>[]) {
  const heads = await Promise.all(lists.map((list) => list.next()));
  for (;;) {
    let newest: number | undefined;
    for (const [index, head] of heads.entries()) {
      if (head.done) continue;
      const best = newest === undefined ? undefined : heads[newest];
      if (best === undefined || best.done || head.value.createdAt > best.value.createdAt) newest = index;
    }
    if (newest === undefined) return;
    const head = heads[newest];
    if (head === undefined || head.done) return;
    yield head.value as T;
    heads[newest] = (await lists[newest]?.next()) ?? { done: true, value: undefined };
  }
}
