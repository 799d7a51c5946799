import type { Slot } from '#shared/data/direct-writes/slot.ts';
import { releaseSlots, type SlotPool, takeSlots } from '#shared/data/direct-writes/slot-group.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { longCallLimitMessage } from '#shared/domain/limits/limit-messages.ts';
import { A2A_BLOCKING_MS, LONG_CALL_TIMEOUT_SECONDS } from '#shared/domain/limits/limits.ts';
import { SECOND, secondsUntil } from '#shared/domain/time/time.ts';
import { logger } from '#shared/runtime/log.ts';
import { addressPool, type CallScope, stagePool } from '#shared/runtime/pipeline/call-slots.ts';
import type { Call } from './call.ts';

/**
 * A call that occupies its function for long: a stream, or a blocking send that waits. It has a slot of the caller's
 * organization, one of its network address if the organization is not verified, and one of the stage if the stage
 * reserves concurrency, so that quick calls always find a free function.
 */
export interface LongCall {
  /** Frees the slots. Never throws; a second call has no effect. */
  end(): Promise<void>;
}

/** The limit that refused a long call, in the words of its message. */
interface Refusal {
  readonly limit: number;
  readonly scope: CallScope;
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

/**
 * Takes a slot of each limit that holds for the call: of its organization, of the network address if the organization
 * is not verified, and of the stage.
 */
async function beginLongCall(call: Call, now: number, lastsMs: number): Promise<LongCall | Refusal> {
  const { table, caller, settings, address } = call;
  const { longCallsPerOrganization, unverifiedWaits } = settings.limits;
  const isVerified = await isOwnerVerified(table, caller.organizationId);
  const count = isVerified ? longCallsPerOrganization : Math.min(longCallsPerOrganization, unverifiedWaits);
  const pools: SlotPool<CallScope>[] = [
    { subject: caller.organizationId, count, scope: 'organization' },
    ...(isVerified ? [] : [addressPool('a2a', address, settings)]),
    ...stagePool('a2a', settings),
  ];
  const taken = await takeSlots(table, pools, now + lastsMs, now);
  return 'slots' in taken ? longCall(call, taken.slots) : taken;
}

function longCall({ table }: Call, slots: readonly Slot[]): LongCall {
  let ending: Promise<unknown> | undefined;
  const end = () =>
    releaseSlots(table, slots, Date.now()).catch((error: unknown) => {
      // The slots end at their time.
      logger.warn('slot of a long call not freed', { error: error as Error });
    });
  return {
    end: async () => {
      ending ??= end();
      await ending;
    },
  };
}
