import { signal } from '@preact/signals';
import type { Event } from '../../../typescript/src/index.ts';

/** The events that arrived since the session began. */
export interface Arrived {
  /** The newest ones, the newest first. */
  readonly kept: readonly Event[];
  /** How many have arrived since the page was opened. It never decreases, also where a new session begins. */
  readonly count: number;
}

export const arrived = signal<Arrived>({ kept: [], count: 0 });

/** Forgets the events that have arrived. */
export function forgetArrived(): void {
  arrived.value = { kept: [], count: arrived.value.count };
}
