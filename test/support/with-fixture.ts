import type { Receiver } from '#testing/receiver.ts';

/** Runs a test with a fresh fixture, and always stops the receiver of the fixture. */
export function withFixture<W extends { receiver: Receiver }>(setUp: () => Promise<W>) {
  return (test: (fixture: W) => Promise<void>) => async () => {
    const fixture = await setUp();
    try {
      await test(fixture);
    } finally {
      await fixture.receiver.stop();
    }
  };
}
