import fc from 'fast-check';
import { test } from 'vitest';
import { HOUR } from '#shared/domain/time/time.ts';
import { sizeOf } from '#testing/test-size.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { checkHeldMail } from '../support/approval-model/check-held-mail.ts';
import { useModelWorld } from '../support/approval-model/model-world.ts';
import { PLANS } from '../support/approval-model/plan.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const world = useModelWorld(engine, useApprovals(engine), { mail: 'always' });

/** That of the run, and two others. A release tries each of them. */
const SEEDS = [undefined, 46, 87].slice(0, sizeOf({ usual: 1, full: 3 }));

/**
 * Decisions of two people, edits, suspensions, suppressions, expiry, the sweep, the worker and the reports of the
 * provider, alone and at once, in processes that end before or after any of their writes.
 */
for (const seed of SEEDS) {
  test(`A held email is sent once or never, and as it was approved (seed ${seed ?? 'of the run'})`, {
    timeout: HOUR,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(PLANS, async (plan) => void (await checkHeldMail(world, plan))),
      {
        numRuns: sizeOf({ quick: 3, usual: 60, full: 1_500 }),
        ...(seed !== undefined && { seed }),
        endOnFailure: true,
      },
    );
  });
}
