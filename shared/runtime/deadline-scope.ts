import { AsyncLocalStorage } from 'node:async_hooks';
import { SECOND } from '#shared/domain/time/time.ts';

const scope = new AsyncLocalStorage<AbortSignal>();

/** What an error response needs to leave the function, and API Gateway, in time. */
const RESPONSE_MS = SECOND;

/** The part of Lambda's context that is used here. */
export interface RemainingTime {
  getRemainingTimeInMillis(): number;
}

/** How long API Gateway has waited at most when a handler begins: Lambda initializes a function within this time. */
const MAX_START_MS = 10 * SECOND;

/** A request as API Gateway sees it. */
export interface AwaitedResponse {
  /** When it arrived, in epoch milliseconds. A function that is invoked by hand may get no time. */
  readonly arrivedAt: number | undefined;
  /** How long API Gateway waits for the response, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Runs the work of an invocation with a deadline: shortly before Lambda ends the function, or API Gateway the request.
 * Either would respond without the reason, or not at all.
 */
export function withResponseDeadline<T>(
  context: RemainingTime,
  { arrivedAt = Date.now(), waitMs }: AwaitedResponse,
  work: () => T,
): T {
  // The two clocks may differ, so what they say counts within reason only.
  const waitedMs = Math.min(MAX_START_MS, Math.max(0, Date.now() - arrivedAt));
  return withDeadline(Math.min(context.getRemainingTimeInMillis(), waitMs - waitedMs) - RESPONSE_MS, work);
}

/**
 * Runs `work` with a deadline in milliseconds from now: a call of an AWS service that has no response by then is ended,
 * and fails with an `AbortError`. So what a function does for a request ends in time for an error response, even if
 * several slow calls follow each other. A deadline within another one can only be an earlier one.
 */
export function withDeadline<T>(timeoutMs: number, work: () => T): T {
  const own = AbortSignal.timeout(Math.max(0, timeoutMs));
  const outer = currentDeadline();
  return scope.run(outer === undefined ? own : AbortSignal.any([outer, own]), work);
}

/** What ends the calls of the present work; `undefined` for work without a deadline of its own. */
export function currentDeadline(): AbortSignal | undefined {
  return scope.getStore();
}
