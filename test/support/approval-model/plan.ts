import fc from 'fast-check';
import type { Cut } from '../ending-processes.ts';

/** What people decide. Two of the approvals edit the email. */
export const DECISIONS = ['approve', 'approve text', 'approve recipients', 'deny'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What else happens to a held email. */
const OTHERS = [
  'suspend',
  'reinstate',
  'suppress',
  'suppress other',
  'expire',
  'sweep',
  'work',
  'notify',
  'ask again',
  'read',
] as const;

export type Step =
  | {
      readonly action: Decision;
      readonly cut: Cut | undefined;
      /** The first or the second person. */
      readonly by: 0 | 1;
      /** Whether the request has an idempotency key, which its repetition has too. */
      readonly isKeyed: boolean;
      /** Whether a request without a response is made again at once, or after all that happens meanwhile. */
      readonly repeats: 'at once' | 'at last';
    }
  | { readonly action: (typeof OTHERS)[number]; readonly cut: Cut | undefined };

/** What makes an email held: a request to send it, or by a draft that is sent now or at its time. */
export interface Origin {
  readonly kind: 'request' | 'draft' | 'scheduled';
  readonly cut: Cut | undefined;
  readonly isKeyed: boolean;
}

/** What happens to one email. */
export interface Plan {
  readonly origin: Origin;
  /** Whether it has HTML, a file and a blind copy, and not only text. */
  readonly isRich: boolean;
  /** Steps that are taken at once, round by round. */
  readonly rounds: readonly (readonly Step[])[];
}

/** An operation has some effects before its transaction, for its times in the log, and few after it. */
export const CUTS: fc.Arbitrary<Cut | undefined> = fc.option(
  fc.record({ at: fc.nat(5), how: fc.constantFrom('before' as const, 'after' as const, 'again' as const) }),
  { freq: 1, nil: undefined },
);

const decision: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...DECISIONS),
  cut: CUTS,
  by: fc.constantFrom(0 as const, 1 as const),
  isKeyed: fc.boolean(),
  repeats: fc.constantFrom('at once' as const, 'at last' as const),
});

const step = fc.oneof(
  { weight: 3, arbitrary: decision },
  { weight: 3, arbitrary: fc.record({ action: fc.constantFrom(...OTHERS), cut: CUTS }) },
);

export const PLANS: fc.Arbitrary<Plan> = fc.record({
  origin: fc.record({
    kind: fc.constantFrom(
      'request' as const,
      'request' as const,
      'request' as const,
      'draft' as const,
      'scheduled' as const,
    ),
    cut: CUTS,
    isKeyed: fc.boolean(),
  }),
  isRich: fc.boolean(),
  rounds: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
});
