import { signal } from '@preact/signals';
import type { Event } from '../../../typescript/src/index.ts';
import type { Session } from './session.ts';

/** How many of the events that arrived are kept. The log has all of them. */
const MAX_KEPT = 500;

/** The events that arrived since the session began. */
export interface Arrived {
  /** The newest ones, the newest first. */
  readonly kept: readonly Event[];
  /** How many have arrived since the page was opened. It never decreases, also where a new session begins. */
  readonly count: number;
}

export const arrived = signal<Arrived>({ kept: [], count: 0 });

/** Why no events arrive; `undefined` while they do. */
export const streamError = signal<string | undefined>(undefined);

const listeners = new Set<(event: Event) => void>();

/** Calls a function with each event that arrives, also with those that are not kept. Returns what ends that. */
export function onArrival(listener: (event: Event) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the organization's log until the signal aborts. */
export async function followLog({ aid, since }: Session, ending: AbortSignal): Promise<void> {
  arrived.value = { kept: [], count: arrived.value.count };
  streamError.value = undefined;
  const onConnection = (isConnected: boolean) => {
    streamError.value = isConnected ? undefined : 'The service cannot be reached. Retrying.';
  };
  try {
    for await (const event of aid.events.follow({ since, signal: ending, onConnection })) {
      const { kept, count } = arrived.value;
      arrived.value = { kept: [event, ...kept].slice(0, MAX_KEPT), count: count + 1 };
      for (const listener of listeners) callSafely(listener, event);
    }
  } catch (error) {
    if (!ending.aborted) streamError.value = error instanceof Error ? error.message : String(error);
  }
}

/** A listener that fails is an error of the page, and no reason to end the stream. */
function callSafely(listener: (event: Event) => void, event: Event): void {
  try {
    listener(event);
  } catch (error) {
    reportError(error);
  }
}
