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

/** The functions that wait or stream, each with a reservation of its own. */
const LONG_LIVED = FUNCTION_NAMES.filter((name) => FUNCTIONS[name].longLived).length;

/** The reason why Lambda would refuse a configured reservation, or `undefined`. */
export function reservationProblem({ quota, configured }: Reservation): string | undefined {
  if (quota === undefined || configured === undefined || configured === 0) return undefined;
  const left = quota - LONG_LIVED * configured;
  if (left >= MIN_UNRESERVED_CONCURRENCY) return undefined;
  return (
    `AID_WAIT_CONCURRENCY: ${LONG_LIVED} × ${configured} of ${quota} leave ${left}, and Lambda keeps ` +
    `${MIN_UNRESERVED_CONCURRENCY} unreserved; expected less, or 0 to reserve nothing`
  );
}

/** What SES lets an account send in a second when it leaves the sandbox. See: SES developer guide, sending quotas. */
export const FIRST_SES_RATE = 14;

/** The least maximum of an event source mapping. See: Lambda developer guide, Configuring maximum concurrency. */
export const MIN_CONCURRENCY = 2;

/** A batch is five emails, and takes a second and a half at most unless the provider is slow. */
const MAILS_PER_SECOND_OF_A_BATCH = 3;

/**
 * How many batches of mail may be sent at once so that the stage keeps up with the rate that SES allows. More would
 * only make SES refuse emails, which then wait in the queue.
 */
function sendConcurrencyFor(mailsPerSecond: number): number {
  return Math.max(MIN_CONCURRENCY, Math.ceil(mailsPerSecond / MAILS_PER_SECOND_OF_A_BATCH));
}

/** How many batches may be processed at once: of deliveries, pushes to streams, received emails and emails to send. */
interface QueueMaxima {
  readonly delivery: number;
  readonly streams: number;
  readonly inbound: number;
  /** Of outgoing emails, and the same again of their outcomes. */
  readonly send: number;
}

/** The maxima of a stage that its quota does not limit. That of sending follows from the rate of SES. */
const FULL_MAXIMA = { delivery: 50, streams: 50, inbound: 5 } as const;

/** The part of the unreserved quota that the workers of queues may occupy; requests and the relay have the rest. */
const WORKERS_SHARE = 0.5;

/**
 * The maxima that the quota of the account allows. Lambda receives messages for as many batches as the maximum says,
 * whether or not it can run them. What it cannot run counts as received and is hidden for the visibility timeout, so
 * with maxima above the quota a backlog is mostly hidden, and then dead-lettered without a single run. A mapping has at
 * least two, which in an account with a quota of 10 is more than the quota: there `maxReceivesFor` covers the rest.
 *
 * See: docs/decisions/0078-workers-within-the-quota.md; Lambda developer guide, Configuring maximum concurrency.
 */
export function queueMaxima(reservation: Reservation, mailsPerSecond: number): QueueMaxima {
  const { quota = NEW_ACCOUNT_CONCURRENCY } = reservation;
  const wanted = { ...FULL_MAXIMA, send: sendConcurrencyFor(mailsPerSecond) };
  const aboveLeast = (maximum: number) => maximum - MIN_CONCURRENCY;
  const { delivery, streams, inbound, send } = wanted;
  // The mapping of the domain checks never has more than the least.
  const mappings = [delivery, streams, inbound, send, send, MIN_CONCURRENCY];
  const unreserved = quota - LONG_LIVED * reservedForWaits(reservation);
  const room = Math.max(0, unreserved * WORKERS_SHARE - mappings.length * MIN_CONCURRENCY);
  const share = Math.min(1, room / mappings.map(aboveLeast).reduce((sum, one) => sum + one, 0));
  const allowed = (maximum: number) => MIN_CONCURRENCY + Math.floor(aboveLeast(maximum) * share);
  return { delivery: allowed(delivery), streams: allowed(streams), inbound: allowed(inbound), send: allowed(send) };
}

/** Receives before a message is dead-lettered; AWS advises at least five where Lambda polls. */
const MAX_RECEIVES = 5;

/** For how long other calls may use up the quota of an account before healthy messages are dead-lettered. */
const SATURATION_SECONDS = 3600;

/**
 * How often a message is received before it is dead-lettered. Where nothing is reserved for waits and streams, they may
 * use up the quota for as long as they last, and each receive that Lambda cannot run counts. There the receives are as
 * many as fit into an hour. `least` is that of the queue.
 */
export function maxReceivesFor(reserves: boolean, visibilitySeconds: number, least = MAX_RECEIVES): number {
  return reserves ? least : Math.max(least, Math.ceil(SATURATION_SECONDS / visibilitySeconds));
}
