import { FUNCTION_NAMES, FUNCTIONS } from './functions.ts';

/** The least quota of concurrent executions that Lambda gives a new account; the default quota is 1000. */
const NEW_ACCOUNT_CONCURRENCY = 10;

/** Below this quota nothing is reserved by default: what is reserved for one function is taken from all others. */
const MIN_QUOTA_FOR_RESERVING = 500;

/** The part of the account's quota that is reserved by default for each function that waits or streams. */
const DEFAULT_RESERVED_SHARE = 0.1;

/** Lambda refuses a reservation that leaves less for the functions without one. See: Lambda developer guide, quotas. */
export const MIN_UNRESERVED_CONCURRENCY = 100;

interface Reservation {
  /** Lambda's quota of the account, if it is configured. */
  readonly quota: number | undefined;
  /** Concurrency to reserve for each function that waits or streams, if it is configured. */
  readonly configured: number | undefined;
}

/**
 * Concurrency for each function that waits or streams. The quota of the account is not known at synthesis, so it is a
 * setting, and its default is the quota of a new account, in which a deployment with any reservation would fail.
 */
export function reservedForWaits({ quota = NEW_ACCOUNT_CONCURRENCY, configured }: Reservation): number {
  const fallback = quota < MIN_QUOTA_FOR_RESERVING ? 0 : Math.floor(quota * DEFAULT_RESERVED_SHARE);
  return configured ?? fallback;
}

/** The most batches of one shard that Lambda passes to a function at once. See: Lambda developer guide, DynamoDB. */
const MAX_BATCHES_PER_SHARD = 10;

/**
 * How many batches of a shard of the table's stream the relay may process at once: a hundredth of the account's quota,
 * so that a backlog does not take the executions of an account that has few.
 */
export function relayBatchesPerShard(quota = NEW_ACCOUNT_CONCURRENCY): number {
  return Math.min(MAX_BATCHES_PER_SHARD, Math.max(1, Math.floor(quota / 100)));
}

/** The reason why Lambda would refuse a configured reservation, or `undefined`. */
export function reservationProblem({ quota, configured }: Reservation): string | undefined {
  if (quota === undefined || configured === undefined || configured === 0) return undefined;
  const reservations = FUNCTION_NAMES.filter((name) => FUNCTIONS[name].longLived).length;
  const left = quota - reservations * configured;
  if (left >= MIN_UNRESERVED_CONCURRENCY) return undefined;
  return (
    `AID_WAIT_CONCURRENCY: ${reservations} × ${configured} of ${quota} leave ${left}, and Lambda keeps ` +
    `${MIN_UNRESERVED_CONCURRENCY} unreserved; expected less, or 0 to reserve nothing`
  );
}

/** What SES lets an account send in a second when it leaves the sandbox. See: SES developer guide, sending quotas. */
export const FIRST_SES_RATE = 14;

/** The least maximum of an event source mapping. See: Lambda developer guide, Configuring maximum concurrency. */
const MIN_CONCURRENCY = 2;

/** A batch is five emails, and takes a second and a half at most unless the provider is slow. */
const MAILS_PER_SECOND_OF_A_BATCH = 3;

/**
 * How many batches of mail may be sent at once so that the stage keeps up with the rate that SES allows. More would
 * only make SES refuse emails, which then wait in the queue.
 */
export function sendConcurrencyFor(mailsPerSecond: number): number {
  return Math.max(MIN_CONCURRENCY, Math.ceil(mailsPerSecond / MAILS_PER_SECOND_OF_A_BATCH));
}
