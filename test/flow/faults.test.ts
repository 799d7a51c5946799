import { expect, test } from 'vitest';
import { faultSettings } from '../../bench/faults/disturbance.ts';
import { runPlan } from '../../bench/faults/run-seed.ts';
import { withFaultyStack } from '../../bench/faults/stack-control.ts';

const FIXED_SEED = 20;
const OPERATIONS = 50;
const CONCURRENCY = 10;
const SETTLE_MS = 60_000;

test('In short fault runs with a fixed and a new seed nothing is lost or doubled, and every delivery ends', {
  timeout: 300_000,
}, async () => {
  const newSeed = FIXED_SEED + 1 + Math.floor(Math.random() * 1e6);
  await withFaultyStack({ faults: faultSettings() }, async (control) => {
    for (const seed of [FIXED_SEED, newSeed]) {
      const repeat = `node bench/run.ts faults --seed ${seed} --operations ${OPERATIONS} --concurrency ${CONCURRENCY}`;
      console.log(repeat);
      const options = { seed, operations: OPERATIONS, concurrency: CONCURRENCY, settleMs: SETTLE_MS };
      const { violations, history } = await runPlan(control, { ...options, say: () => {} });
      expect(violations, repeat).toEqual([]);
      expect(history.operations).toHaveLength(OPERATIONS);
      expect(history.organizations.flatMap(({ events }) => events).length).toBeGreaterThan(OPERATIONS / 3);
    }
  });
});
