import { setTimeout as sleep } from 'node:timers/promises';

/** Polls every `everyMs` until `holds` returns true. Throws after `withinMs`. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = 30_000, everyMs = 50 } = {},
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s for ${what}, which did not happen`);
    await sleep(everyMs);
  }
}
