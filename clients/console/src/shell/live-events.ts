import { signal } from '@preact/signals';
import { AuthError, type Event } from '../../../typescript/src/index.ts';
import { end, type Session } from './session.ts';

/** How many of the events that arrived are kept. The log has all of them. */
const MAX_KEPT = 500;

/** The events since the console was opened, the newest first. */
export const arrived = signal<readonly Event[]>([]);

/** Why no events arrive; `undefined` while they do. */
export const streamError = signal<string | undefined>(undefined);

/** Follows the organization's log until the signal aborts. If the key is refused, the session ends. */
export async function followLog({ aid }: Session, ending: AbortSignal): Promise<void> {
  arrived.value = [];
  streamError.value = undefined;
  try {
    const [newest] = await aid.events.list({ limit: 1 }, { signal: ending }).firstPage();
    // From here on, neither the stream nor a list that is loaded later misses an event.
    const since = newest?.created_at ?? new Date(0);
    const onConnection = (isConnected: boolean) => {
      streamError.value = isConnected ? undefined : 'The service cannot be reached. Retrying.';
    };
    for await (const event of aid.events.follow({ since, signal: ending, onConnection })) {
      arrived.value = [event, ...arrived.value].slice(0, MAX_KEPT);
    }
  } catch (error) {
    if (ending.aborted) return;
    if (error instanceof AuthError) return end(`The session has ended: ${error.message}`);
    streamError.value = error instanceof Error ? error.message : String(error);
  }
}
