import type { ViolationName } from '../checker/violation.ts';

/** A change of a source file. The text must occur exactly once. */
export interface SourcePatch {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A service that is broken on purpose, to show that the checker notices. */
export interface Variant {
  readonly what: string;
  readonly patches: readonly SourcePatch[];
  /** The violations by which the checker must name it: one of them suffices. */
  readonly expected: readonly ViolationName[];
}

export const VARIANTS = {
  'event-clock': {
    what: 'events do not name the tickets before their own, so that readers pass over commits that are running',
    patches: [
      {
        file: 'shared/data/direct-writes/event-clock.ts',
        find: 'predecessors: predecessorsOf(time, earlier),',
        replace: 'predecessors: predecessorsOf(time, earlier).slice(0, 0),',
      },
    ],
    expected: ['follower-missed'],
  },
  'claim-condition': {
    what: 'the lease of an attempt is acquired without a condition',
    patches: [
      {
        file: 'shared/data/direct-writes/delivery-attempt.ts',
        find: "'generation = :generation AND attemptCount = :attempt AND #status IN (:pending, :retrying) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now)',",
        replace:
          "'attribute_exists(pk) OR generation = :generation OR attemptCount = :attempt OR #status IN (:pending, :retrying) OR leaseUntil < :now',",
      },
    ],
    expected: ['delivery-repeated'],
  },
  'idempotency-record': {
    what: 'the idempotency record is written after the transaction, and not in it',
    patches: [
      {
        file: 'shared/data/unit-of-work.ts',
        find: 'await uploads.store(table, [...recorded, ...staged.changes, ...entries]);',
        replace: 'await uploads.store(table, [...staged.changes, ...entries]);',
      },
      {
        file: 'shared/data/unit-of-work.ts',
        find: 'reservations.keep(taken);',
        replace: 'reservations.keep(taken);\n      if (record !== undefined) await send(table, [record], uploads);',
      },
    ],
    expected: ['write-doubled', 'lease-miscounted'],
  },
  'relay-without-retry': {
    what: 'the relay reports success whatever has failed',
    patches: [
      {
        file: 'functions/workers/relay/index.ts',
        find: 'if (failed === -1) return',
        replace: 'if (failed !== -2) return',
      },
    ],
    expected: ['delivery-missing', 'delivery-open'],
  },
  'lease-count': {
    what: 'the use of a lease is counted without the condition that no other redemption has counted one',
    patches: [
      {
        file: 'shared/data/entities/vault/lease.ts',
        find: 'return replaceVersion(rowOf(lease));',
        replace: 'return put(rowOf(lease));',
      },
      {
        file: 'shared/data/entities/vault/lease.ts',
        find: 'import { type Change, insert, replaceVersion }',
        replace: 'import { type Change, insert, put }',
      },
    ],
    expected: ['lease-miscounted', 'lease-overused'],
  },
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof VARIANTS;
export const VARIANT_NAMES = Object.keys(VARIANTS) as VariantName[];
