import { type LongCallResult, takeLongCallSlot } from '../../data/direct-writes/long-call-slot.ts';
import { releaseSlot, type Slot } from '../../data/direct-writes/slot.ts';
import { STAGE_SUBJECT } from '../../data/entities/long-call.ts';
import { AppError } from '../../domain/errors.ts';
import { longCallLimitMessage } from '../../domain/limit-messages.ts';
import { A2A_BLOCKING_MS, LONG_CALL_TIMEOUT_SECONDS } from '../../domain/limits.ts';
import { SECOND, secondsUntil } from '../../domain/time.ts';
import { logger } from '../../runtime/log.ts';
import type { Call } from './call.ts';

/**
 * A call that occupies its function for long: a stream, or a blocking send that waits. It has a slot of the caller's
 * organization, and one of the stage if the stage reserves concurrency, so that quick calls always find a free function.
 */
export interface LongCall {
  /** Frees the slots. Never throws; a second call has no effect. */
  end(): Promise<void>;
}

/** The limit that refused a long call, in the words of its message. */
interface Refusal {
  readonly limit: number;
  readonly scope: 'organization' | 'stage';
  /** When the next slot ends at the latest. */
  readonly busyUntil: number;
}

/** No stream outlives its function, not even one with a client that reads too slowly to let it end. */
const STREAM_SLOT_MS = LONG_CALL_TIMEOUT_SECONDS * SECOND;

/** The wait, and the reads after it. */
const BLOCKING_SLOT_MS = A2A_BLOCKING_MS + 5 * SECOND;

/** Begins a stream. Throws 429 if no slot is free. */
export async function beginStream(call: Call): Promise<LongCall> {
  const now = Date.now();
  const begun = await beginLongCall(call, now, STREAM_SLOT_MS);
  if ('end' in begun) return begun;
  const retryAfterSeconds = secondsUntil(begun.busyUntil, now);
  throw new AppError('rate_limit.exceeded', longCallLimitMessage(begun), { retryAfterSeconds });
}

/** Begins the wait of a blocking send; `undefined` if no slot is free. */
export async function beginBlockingSend(call: Call): Promise<LongCall | undefined> {
  const begun = await beginLongCall(call, Date.now(), BLOCKING_SLOT_MS);
  return 'end' in begun ? begun : undefined;
}

/** Takes the slot of the organization first: one that has used its own up writes no row that others share. */
async function beginLongCall(call: Call, now: number, lastsMs: number): Promise<LongCall | Refusal> {
  const { table, caller, settings } = call;
  const { longCallsPerOrganization: ofOrganization } = settings.limits;
  const take = (subject: string, count: number): Promise<LongCallResult> =>
    takeLongCallSlot(table, subject, { count, until: now + lastsMs }, now);

  const own = await take(caller.organizationId, ofOrganization);
  if (!('slot' in own)) return { limit: ofOrganization, scope: 'organization', busyUntil: own.busyUntil };
  if (settings.stageLongCalls === undefined) return longCall(call, [own.slot]);

  const shared = await take(STAGE_SUBJECT, settings.stageLongCalls).catch(async (error: unknown) => {
    await longCall(call, [own.slot]).end();
    throw error;
  });
  if ('slot' in shared) return longCall(call, [own.slot, shared.slot]);
  await longCall(call, [own.slot]).end();
  return { limit: settings.stageLongCalls, scope: 'stage', busyUntil: shared.busyUntil };
}

function longCall({ table }: Call, slots: readonly Slot[]): LongCall {
  let ending: Promise<unknown> | undefined;
  const end = async () => {
    const releases = slots.map((slot) => releaseSlot(table, slot, Date.now()));
    for (const { status, ...rest } of await Promise.allSettled(releases)) {
      // The slot ends at its time.
      if (status === 'rejected') logger.warn('slot of a long call not freed', rest as { reason: Error });
    }
  };
  return {
    end: async () => {
      ending ??= end();
      await ending;
    },
  };
}
