/** A part of the rows: the files to change, and the tests that have to notice it. */
interface RowPart {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** The lowest share of the changes that the tests have to notice, in percent. */
  readonly noticed: number;
}

const data = (files: string) => `shared/data/${files}.ts`;
const tests = (files: string) => `test/data/${files}.test.ts`;

/**
 * The rows of the service and the commit, by what they hold. Each part has a mutation run of its own, with its own
 * tests alone: a change to a row is noticed by the tests of that row, and all tests of the data take minutes.
 *
 * See: docs/tests.md#mutation-tests.
 */
export const ROW_PARTS: Readonly<Record<string, RowPart>> = {
  log: {
    mutate: [data('event-log/*'), data('entities/log/event')],
    tests: [tests('{log-rows,log-lists,log-followers}')],
    noticed: 98,
  },
  deliveries: {
    mutate: [data('{due-index,merge-by-time}'), data('entities/{delivery/*,log/outbox}')],
    tests: [tests('{delivery-rows,due-rows,endpoint-rows,recovery-rows}')],
    noticed: 100,
  },
  attempts: {
    mutate: [
      data('direct-writes/{delivery-attempt,destination-slot,failing-period,restart-delivery,waiting-delivery}'),
    ],
    tests: [tests('{attempt-writes,changed-deliveries,deliveries,delivery-attempts,receiver-writes,waiting-writes}')],
    noticed: 96,
  },
  keys: {
    mutate: [
      data('entities/{organization/{api-key,identity,new-api-key,organization-key},stage/idempotency}'),
      data('direct-writes/key-use'),
    ],
    tests: [tests('{key-rows,identity-rows,idempotency-rows}')],
    noticed: 100,
  },
  vault: {
    mutate: [data('entities/vault/*')],
    tests: [tests('vault-rows')],
    noticed: 99,
  },
  commit: {
    mutate: [data('{change,contention-error,reservations,retry-on-stale-read,transaction-builder,unit-of-work}')],
    tests: [
      tests('{commit-conditions,commit-outcomes,unit-of-work,content-uploads,idempotency,lost-responses}'),
      tests('{plans,reservations,retry-on-stale-read}'),
    ],
    noticed: 97,
  },
};
