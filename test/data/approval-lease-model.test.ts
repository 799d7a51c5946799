import fc from 'fast-check';
import { test } from 'vitest';
import { HOUR } from '#shared/domain/time/time.ts';
import { sizeOf } from '#testing/test-size.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { checkHeldLease } from '../support/approval-model/check-held-lease.ts';
import { LEASE_PLANS } from '../support/approval-model/lease-plan.ts';
import { useModelWorld } from '../support/approval-model/model-world.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const world = useModelWorld(engine, useApprovals(engine), { vault: 'always' });

/** That of the run, and two others. A release tries each of them. */
const SEEDS = [undefined, 46, 87].slice(0, sizeOf({ usual: 1, full: 3 }));

/** Decisions, claims, suspensions, changes of the secret, expiry and the sweep, in processes that may end. */
for (const seed of SEEDS) {
  test(`A held lease exists once or never, and its token is given out once (seed ${seed ?? 'of the run'})`, {
    timeout: HOUR,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(LEASE_PLANS, (plan) => checkHeldLease(world, plan)),
      {
        numRuns: sizeOf({ quick: 3, usual: 40, full: 500 }),
        ...(seed !== undefined && { seed }),
        endOnFailure: true,
      },
    );
  });
}
