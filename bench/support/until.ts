import { setTimeout as sleep } from 'node:timers/promises';

/** Asks every `everyMs` until the answer is yes; throws, with what was waited for, when that takes too long. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = 30_000, everyMs = 50 } = {},
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${withinMs / 1000} s in vain for ${what}`);
    await sleep(everyMs);
  }
}
