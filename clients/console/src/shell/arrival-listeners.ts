import type { Event } from '../../../typescript/src/index.ts';

const listeners = new Set<(event: Event) => void>();

/** Calls a function with each event that arrives, also with those that are not kept. Returns what ends that. */
export function onArrival(listener: (event: Event) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells all listeners of an event. One that fails is an error of the page, and no reason to end the stream. */
export function announceArrival(event: Event): void {
  for (const listener of listeners) {
    try {
      listener(event);
    } catch (error) {
      console.error(error);
    }
  }
}
