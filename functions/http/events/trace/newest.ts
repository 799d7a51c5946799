/** What a trace keeps of more than it can have. */
interface Newest<T> {
  /** In the order of their times. */
  readonly kept: readonly T[];
  /** The time of the newest one that is left out; `undefined` if none is. */
  readonly leftOutUntil: number | undefined;
}

/** The newest of some things, at most `max`. Those that the reader has asked for come first, however old they are. */
export function newest<T extends { readonly id: string; readonly createdAt: number }>(
  things: Iterable<T>,
  max: number,
  askedFor: ReadonlySet<string>,
): Newest<T> {
  const byTime = (a: T, b: T) => a.createdAt - b.createdAt;
  const isAsked = ({ id }: T) => Number(askedFor.has(id));
  const ranked = [...things].sort((a, b) => isAsked(a) - isAsked(b) || byTime(a, b));
  const leftOut = ranked.splice(0, Math.max(0, ranked.length - max)).sort(byTime);
  return { kept: ranked.sort(byTime), leftOutUntil: leftOut.at(-1)?.createdAt };
}
