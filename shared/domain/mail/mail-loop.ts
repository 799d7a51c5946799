import { MINUTE } from '../time/time.ts';

/** How many messages two correspondents may exchange in a thread within this time before they count as a loop. */
export const MAX_LOOP_MESSAGES = 10;
export const LOOP_WINDOW_MS = 10 * MINUTE;

/** A message of a thread, as far as a loop shows in it. */
export interface Exchanged {
  readonly direction: 'inbound' | 'outbound';
  /** The addresses at the other end. */
  readonly others: readonly string[];
  /** When it was sent or received, in epoch milliseconds. */
  readonly at: number;
}

/**
 * When one more message to an address would no longer continue a loop; `undefined` if it does not: with at most ten
 * messages within ten minutes, or if only one side writes. `recent`: the messages of the thread within the window,
 * newest first.
 *
 * See: docs/contract/mail.md#loops.
 */
export function loopEndsAt(recent: readonly Exchanged[], address: string): number | undefined {
  const between = recent.filter(({ others }) => others.includes(address));
  const oldestThatCounts = between[MAX_LOOP_MESSAGES - 1];
  if (oldestThatCounts === undefined) return undefined;
  if (new Set(between.map(({ direction }) => direction)).size < 2) return undefined;
  return oldestThatCounts.at + LOOP_WINDOW_MS;
}
