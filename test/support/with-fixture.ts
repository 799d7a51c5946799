import type { Receiver } from './receiver.ts';

/** Runs a test in a world of its own, and stops the world's receiver whatever comes of it. */
export function inWorld<W extends { receiver: Receiver }>(setUp: () => Promise<W>) {
  return (test: (world: W) => Promise<void>) => async () => {
    const world = await setUp();
    try {
      await test(world);
    } finally {
      await world.receiver.stop();
    }
  };
}
