import type { Receiver } from './receiver.ts';

/** Runs a test in a fixture of its own, and stops the fixture's receiver whatever comes of it. */
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
