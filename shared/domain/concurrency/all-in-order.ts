/** The values of a list of promises. */
type Settled<T extends readonly unknown[] | []> = { -readonly [K in keyof T]: Awaited<T[K]> };

/**
 * Waits for all of them, as `Promise.all` does, but also if one fails, and throws the error of the first in the list
 * that failed. With it, reads that are made at the same time are judged in the order in which they were listed.
 *
 * @example
 * const [identity, budget] = await allInOrder([findIdentity(), countRequest()]);
 */
export async function allInOrder<T extends readonly unknown[] | []>(values: T): Promise<Settled<T>> {
  const outcomes: readonly PromiseSettledResult<unknown>[] = await Promise.allSettled(values);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as Settled<T>;
}
