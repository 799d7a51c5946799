import { DAY, MINUTE, SECOND } from '../time.ts';

/** How long a provider may be in trouble before a message counts as failed. RFC 5321 (4.5.4.1) asks for days of people. */
const MAX_RETRY_AGE_MS = DAY;

const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE] as const;

export interface SendState {
  readonly attempts: number;
  /** Milliseconds since the message was queued. */
  readonly age: number;
  /** Milliseconds for which the attempt has to be left alone: 0 where it is certain that the mail was not taken. */
  readonly leaseMs: number;
}

/** Milliseconds until the next attempt to send a message; `undefined` when it is given up. */
export function nextSendDelay(state: SendState): number | undefined {
  if (state.age >= MAX_RETRY_AGE_MS) return undefined;
  const delay = DELAYS_MS[Math.min(state.attempts, DELAYS_MS.length) - 1] ?? DELAYS_MS[0];
  return Math.max(delay, state.leaseMs);
}
