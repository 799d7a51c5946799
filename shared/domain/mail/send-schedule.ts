import { DAY, MINUTE, SECOND } from '../time/time.ts';

/** The age at which a message that a provider has not accepted counts as failed. RFC 5321 (4.5.4.1) suggests days. */
const MAX_RETRY_AGE_MS = DAY;

const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE] as const;

export interface SendState {
  readonly attempts: number;
  /** Milliseconds since the message was queued. */
  readonly age: number;
  /** Remaining milliseconds of the attempt's lease; 0 if the provider certainly did not accept the mail. */
  readonly leaseMs: number;
}

/** Returns the milliseconds until the next attempt to send a message, or `undefined` if there is none. */
export function nextSendDelay(state: SendState): number | undefined {
  if (state.age >= MAX_RETRY_AGE_MS) return undefined;
  const delay = DELAYS_MS[Math.min(state.attempts, DELAYS_MS.length) - 1] ?? DELAYS_MS[0];
  return Math.max(delay, state.leaseMs);
}
