import { DAY, MINUTE, SECOND } from '../time.ts';

/** How long a provider may be in trouble before a message counts as failed. RFC 5321 (4.5.4.1) asks for days of people. */
const PATIENCE_MS = DAY;

const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE] as const;

/** An attempt of which nobody knows how it ended has to be left alone for its lease. */
const UNCERTAIN_MS = 5 * MINUTE;

/** Milliseconds until the next attempt to send a message; `undefined` when it is given up. */
export function nextSendDelay(state: { attempts: number; age: number; certain: boolean }): number | undefined {
  if (state.age >= PATIENCE_MS) return undefined;
  const delay = DELAYS_MS[Math.min(state.attempts, DELAYS_MS.length) - 1] ?? DELAYS_MS[0];
  return state.certain ? delay : Math.max(delay, UNCERTAIN_MS);
}
