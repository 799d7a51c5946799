import { MINUTE } from '../time/time.ts';

/** How many messages two correspondents may exchange in a thread within this time before they count as a loop. */
export const MAX_LOOP_MESSAGES = 10;
export const LOOP_WINDOW_MS = 10 * MINUTE;

/** How many messages that continue no conversation each of two correspondents may send the other within that time. */
export const MAX_LOOP_MESSAGES_OF_EACH = 10;

/** A message of an agent, as far as a loop shows in it. */
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

/** What of a message shows whether it continues a conversation. */
interface Continuing {
  /** The Message-ID of the email that it answers; `null` if it answers none. */
  readonly inReplyTo: string | null;
  /** Whether a program wrote it. */
  readonly isAutomated: boolean;
}

/** A message of an agent in any thread, as far as a loop over several threads shows in it. */
export interface ExchangedAnywhere extends Exchanged, Continuing {
  readonly threadId: string;
}

/** Whether a message may be part of a loop that no thread shows: it answers no email, or a program wrote it. */
export function mayLoopOverThreads({ inReplyTo, isAutomated }: Continuing): boolean {
  return inReplyTo === null || isAutomated;
}

/**
 * When one more message to an address would no longer continue a loop over several threads; `undefined` if it does not:
 * unless each side has sent the other ten messages within ten minutes that a program wrote, or that started a thread in
 * which the other side has not answered. `recent`: the messages within the window, whatever their thread, newest first.
 *
 * See: docs/contract/mail.md#loops; docs/decisions/0074-loops-over-several-threads.md.
 */
export function loopOverThreadsEndsAt(recent: readonly ExchangedAnywhere[], address: string): number | undefined {
  const between = recent.filter(({ others }) => others.includes(address));
  const threadsOf = (side: Exchanged['direction']) =>
    new Set(between.filter(({ direction }) => direction === side).map(({ threadId }) => threadId));
  const answered = threadsOf('inbound').intersection(threadsOf('outbound'));
  const counted = between.filter(
    (message) => mayLoopOverThreads(message) && (message.isAutomated || !answered.has(message.threadId)),
  );
  const oldestOf = (side: Exchanged['direction']) =>
    counted.filter(({ direction }) => direction === side)[MAX_LOOP_MESSAGES_OF_EACH - 1];
  const [received, sent] = [oldestOf('inbound'), oldestOf('outbound')];
  if (received === undefined || sent === undefined) return undefined;
  return Math.min(received.at, sent.at) + LOOP_WINDOW_MS;
}
