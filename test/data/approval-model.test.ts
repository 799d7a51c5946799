import fc from 'fast-check';
import { test } from 'vitest';
import { sizeOf } from '#testing/test-size.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { ROUNDS, takeSteps } from '../support/approval-model.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const harness = useApprovals(engine);

/** That of the run, and two others. */
const SEEDS = [undefined, 46, 87];

/**
 * Decisions, edits, suspensions, suppressions, expiry and the sweep, alone and at once, with processes that end before
 * or after their commit. A release tries each of three seeds.
 */
test('A held email is sent once or never, whatever is decided and happens at once, and as it was approved', async () => {
  const made = await harness.office({ mail: 'always', ttl_seconds: 300 });
  for (const seed of SEEDS.slice(0, sizeOf({ usual: 1, full: SEEDS.length }))) {
    await fc.assert(
      fc.asyncProperty(ROUNDS, (rounds) => takeSteps(harness, made, engine.table, rounds)),
      {
        numRuns: sizeOf({ quick: 3, usual: 60, full: 1_500 }),
        ...(seed !== undefined && { seed }),
        endOnFailure: true,
      },
    );
  }
});
