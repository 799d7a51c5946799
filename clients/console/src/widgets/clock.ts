import { signal } from '@preact/signals';

const TICK_MS = 30_000;

const turn = signal(0);

setInterval(() => {
  turn.value += 1;
}, TICK_MS);

/** The present in epoch milliseconds. What shows it is shown again twice in a minute. */
export function present(): number {
  void turn.value;
  return Date.now();
}
