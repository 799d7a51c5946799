import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { seedOfRun } from '#testing/seed.ts';

const AT_ONCE = 8;
const LOOK_EVERY_MS = 20;

/** A hostile network before a stack. */
export async function hostileNetwork(upstream: string): Promise<HostileProxy> {
  const proxy = await HostileProxy.start({ upstream, seed: seedOfRun() });
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** Calls something for each number below a count, several at once. */
export async function forEach(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) {
      next += 1;
      await call(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

/** Resolves when a number has been reached. */
export async function reached(number: number, read: () => number): Promise<void> {
  while (read() < number) await sleep(LOOK_EVERY_MS);
}
