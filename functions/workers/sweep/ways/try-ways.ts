import type { WaysState } from '#shared/data/entities/log/heartbeat.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { logger } from '#shared/runtime/log.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { BrokenFunctionError } from './invoke-function.ts';
import { isOverdue, TRY_MS, type TriedWay, type Way } from './way.ts';

/** A new account may run ten functions at once, and each way needs some. */
const AT_ONCE = 3;

/** So long after its beginning a run of the sweep still tries ways. What is left of its time is for the measures. */
const MAX_MS = 45 * SECOND;

/**
 * Goes the ways that are due: in the minute of their turn, and in each minute while they do not work. Returns all of
 * them with the time since they worked last. The time of a way that is not known yet begins now.
 */
export async function tryWays(
  ways: readonly Way[],
  known: Pick<WaysState, 'at' | 'ages'> | undefined,
  now: number,
): Promise<readonly TriedWay[]> {
  const minute = Math.floor(now / MINUTE);
  const ageOf = ({ name }: Way) => {
    const seconds = known?.ages[name];
    return known === undefined || seconds === undefined ? 0 : Math.max(0, now - known.at) + seconds * SECOND;
  };
  const due = ways.filter((way) => minute % way.everyMinutes === way.turn || isOverdue(ageOf(way), way));
  const leftMs = now + MAX_MS - Date.now();
  const end = leftMs > 0 ? AbortSignal.timeout(leftMs) : AbortSignal.abort();
  const outcomes = await mapSettledWithLimit(due, AT_ONCE, (way) => go(way, now, end));
  const worked = new Set(due.filter((_, index) => outcomes[index]?.status === 'fulfilled'));
  for (const [index, way] of due.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'rejected') report(way, outcome.reason);
  }
  return ways.map((way) => {
    const age = worked.has(way) ? 0 : ageOf(way);
    return { name: way.name, about: way.about, seconds: Math.round(age / SECOND), isOverdue: isOverdue(age, way) };
  });
}

async function go(way: Way, now: number, end: AbortSignal): Promise<void> {
  for (let left = way.tries; ; left--) {
    end.throwIfAborted();
    try {
      return await way.go(now, AbortSignal.any([end, AbortSignal.timeout(TRY_MS)]));
    } catch (error) {
      if (left <= 1 || end.aborted) throw error;
    }
  }
}

/**
 * A function that fails is a failure of the service, like that of a worker: one is enough for the alarm. Everything
 * else may be an accident of the network, which the age of the way tells from a failure.
 */
function report(way: Way, error: unknown): void {
  if (error instanceof BrokenFunctionError) reportFailure('function does not work', error, { way: way.name });
  else logger.warn('way does not work', { way: way.name, error: error as Error });
}
