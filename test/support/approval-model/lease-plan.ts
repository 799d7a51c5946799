import fc from 'fast-check';
import type { Cut } from '../ending-processes.ts';
import { CUTS } from './plan.ts';

/** What happens to a held lease. */
const ACTIONS = [
  'approve',
  'approve',
  'approve',
  'deny',
  'claim',
  'claim',
  'claim',
  'suspend',
  'reinstate',
  'rotate',
  'delete',
  'expire',
  'sweep',
  'ask again',
] as const;

export interface LeaseStep {
  readonly action: (typeof ACTIONS)[number];
  readonly cut: Cut | undefined;
  /** The first or the second person, if a person decides. */
  readonly by: 0 | 1;
  /** Whether the request has an idempotency key, which its repetition has too. */
  readonly isKeyed: boolean;
}

/** What happens to one lease, round by round. */
export interface LeasePlan {
  /** The end of the process that is asked for the lease. */
  readonly asked: Cut | undefined;
  readonly rounds: readonly (readonly LeaseStep[])[];
}

const step: fc.Arbitrary<LeaseStep> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  cut: CUTS,
  by: fc.constantFrom(0 as const, 1 as const),
  isKeyed: fc.boolean(),
});

export const LEASE_PLANS: fc.Arbitrary<LeasePlan> = fc.record({
  asked: CUTS,
  rounds: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
});
