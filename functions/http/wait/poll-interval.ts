/**
 * Milliseconds between two looks at the clock: close together while the answer is likely near, wider for a wait
 * that has lasted. A wait of 25 s makes some 150 looks, 75 read units.
 */
export function pollInterval(elapsedMs: number): number {
  return elapsedMs < 5_000 ? 100 : 200;
}
