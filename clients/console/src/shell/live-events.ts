import { signal } from '@preact/signals';
import { announceArrival } from './arrival-listeners.ts';
import { arrived, forgetArrived } from './arrived.ts';
import type { Session } from './session.ts';

/** How many of the events that arrived are kept. The log has all of them. */
const MAX_KEPT = 500;

/** Why no events arrive; `undefined` while they do. */
export const streamError = signal<string | undefined>(undefined);

/** Follows the organization's log until the signal aborts. */
export async function followLog({ aid, since }: Session, ending: AbortSignal): Promise<void> {
  forgetArrived();
  streamError.value = undefined;
  const onConnection = (isConnected: boolean) => {
    streamError.value = isConnected ? undefined : 'The service cannot be reached. Retrying.';
  };
  try {
    for await (const event of aid.events.follow({ since, signal: ending, onConnection })) {
      const { kept, count } = arrived.value;
      arrived.value = { kept: [event, ...kept].slice(0, MAX_KEPT), count: count + 1 };
      announceArrival(event);
    }
  } catch (error) {
    if (!ending.aborted) streamError.value = error instanceof Error ? error.message : String(error);
  }
}
