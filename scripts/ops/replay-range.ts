import { logRowsBetween } from '#shared/data/entities/log/event.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import type { EventHead } from '#shared/domain/log/events.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { prepareReplay } from '#shared/services/replay/prepare-replay.ts';

/** A part of the log of an organization. */
export interface EventRange {
  readonly organizationId: string;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Only events of this type. */
  readonly type?: string | undefined;
}

/** The events of a part of a log, in order. */
export async function* eventsOf(table: Table, range: EventRange): AsyncGenerator<EventHead> {
  const bounds = { after: range.from - 1, before: range.to };
  for await (const { event } of logRowsBetween(table, range.organizationId, bounds, { strong: true })) {
    if (event !== undefined && (range.type === undefined || event.type === range.type)) yield event;
  }
}

/** Replays one event, as the operation of the API does. */
async function replayOne(table: Table, event: EventHead): Promise<void> {
  await retryOnStaleRead(async (isOver) => {
    const build = await prepareReplay(table, event, Date.now());
    return commit(table, { build }, { now: Date.now, isOver });
  });
}

export interface ReplayOptions {
  /** Events in a second. */
  readonly rate: number;
  /** Whether to stop before the next event. */
  readonly isStopped: () => boolean;
  readonly onReplayed: (event: EventHead) => void;
}

/** How a replay ended. */
export interface ReplayResult {
  readonly replayed: number;
  /** The time of the first event that was not replayed. No other event has it, so another run continues from there. */
  readonly nextAt: number | undefined;
  readonly error: Error | undefined;
}

/** Replays the events of a part of a log in order, at a limited rate, until one fails. */
export async function replayRange(table: Table, range: EventRange, options: ReplayOptions): Promise<ReplayResult> {
  const { rate, isStopped, onReplayed } = options;
  const began = Date.now();
  let replayed = 0;
  for await (const event of eventsOf(table, range)) {
    if (isStopped()) return { replayed, nextAt: event.createdAt, error: undefined };
    await pause(Math.max(0, began + (replayed * SECOND) / rate - Date.now()));
    try {
      await replayOne(table, event);
    } catch (error) {
      return { replayed, nextAt: event.createdAt, error: error as Error };
    }
    replayed += 1;
    onReplayed(event);
  }
  return { replayed, nextAt: undefined, error: undefined };
}
