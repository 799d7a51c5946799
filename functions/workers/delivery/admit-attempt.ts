import type { DeliveryJob } from '#shared/contract/jobs.ts';
import { budgetResetsAt, consumeDeliveryBudget, knownToLack } from '#shared/data/direct-writes/delivery-budget.ts';
import { waitForBudget, waitForDestination } from '#shared/data/direct-writes/waiting-delivery.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { type AttemptOutcome, QUEUE_GRACE_MS } from '#shared/domain/delivery/delivery.ts';
import {
  type BudgetPart,
  budgetExhausted,
  destinationBusy,
  destinationFails,
  requestBytes,
} from '#shared/domain/delivery/delivery-limits.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '#shared/domain/time/queue-delay.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { logger } from '#shared/runtime/log.ts';
import { enqueueAttempt } from '#shared/services/deliveries/attempt-jobs.ts';
import type { AttemptSettings } from './attempt-settings.ts';
import { type Destination, hostOf, resolveDestination } from './destination.ts';
import { type AttemptAt, beginAttempt, failsUntil, noteOutcome } from './destination-limits.ts';
import type { Turn } from './preparation-turn.ts';
import type { AttemptRequest } from './webhook-target.ts';

/** An attempt that may be made. */
export interface AdmittedAttempt {
  /** The address to connect to, if it must be this one. */
  readonly address: string | undefined;
  /** Frees what the attempt holds, and counts it if it failed. Never throws: the outcome is there already. */
  end(outcome: AttemptOutcome | undefined): Promise<void>;
}

/** The time after the timeout of a request until which its slot lasts. */
const SLOT_GRACE_MS = 2 * SECOND;

/**
 * Postpones a leased delivery if this process knows that the host of its endpoint has failed too often in this minute.
 * Checked before the request is built and the host looked up, so that a retry that has to wait costs little.
 */
export async function waitsForFailing(
  job: DeliveryJob,
  delivery: Delivery,
  url: string,
  { isVerified, limits }: AttemptSettings,
): Promise<boolean> {
  const host = hostOf(url);
  const attempt = {
    organizationId: delivery.organizationId,
    isVerified,
    destination: { host, address: undefined, subjects: [host] },
  };
  const now = Date.now();
  const recoversAt = failsUntil(getTable(), attempt, limits, now);
  if (recoversAt === undefined) return false;
  await postpone(job, delivery, recoversAt - now, destinationFails);
  return true;
}

/**
 * Decides whether a leased delivery may be attempted now: its organization has budget left, and its destination has
 * room. If not, records why and when it is tried again, gives the lease back, and returns `undefined`. Nothing is lost,
 * and no attempt is counted.
 *
 * The destination comes first, so that an attempt that waits for it uses no budget; only a budget that this process
 * knows to be used up comes before it, because that costs nothing to know.
 *
 * See: docs/contract/webhooks.md#waiting-deliveries; docs/decisions/0042-strangers.md.
 */
export async function admitAttempt(
  job: DeliveryJob,
  delivery: Delivery,
  request: AttemptRequest,
  settings: AttemptSettings,
  turn: Turn,
): Promise<AdmittedAttempt | undefined> {
  const table = getTable();
  const now = Date.now();
  const { isVerified, limits } = settings;
  const { organizationId } = delivery;
  const bytes = bytesOf(request);
  const lacking = knownToLack(table, { organizationId, isVerified }, bytes, limits, now);
  if (lacking !== undefined) return waitFor(lacking, delivery, isVerified, bytes, limits);
  const attempt = { organizationId, isVerified, destination: await destinationOf(request.url, settings, turn) };

  const recoversAt = failsUntil(table, attempt, limits, now);
  if (recoversAt !== undefined) return postpone(job, delivery, recoversAt - now, destinationFails);
  const until = now + limits.deliveryTimeoutMs + SLOT_GRACE_MS;
  const begun = await beginAttempt(table, attempt, { limits, until }, now);
  if (begun === undefined) return postpone(job, delivery, SECOND, destinationBusy);

  const end = async (outcome: AttemptOutcome | undefined) => {
    const endedAt = Date.now();
    const noted = outcome === undefined ? undefined : noteOutcome(table, attempt, outcome, limits, endedAt);
    for (const ended of await Promise.allSettled([begun.end(endedAt), noted])) {
      // A slot ends at its time, and a failure that is not counted allows one more.
      if (ended.status === 'rejected') logger.warn('end of an attempt not noted', { error: ended.reason as Error });
    }
  };
  const spent = await spendBudget(delivery, attempt, bytes, limits).catch(async (error: unknown) => {
    await end(undefined);
    throw error;
  });
  if (spent) return { address: attempt.destination.address, end };
  await end(undefined);
  return undefined;
}

/** Only the attempts of unverified organizations are counted for an address, and so resolved before they connect. */
function destinationOf(
  url: string,
  { isVerified, policy }: AttemptSettings,
  turn: Turn,
): Promise<Destination> | Destination {
  if (!isVerified) return turn.outside(() => resolveDestination(url, policy));
  const host = hostOf(url);
  return { host, address: undefined, subjects: [host] };
}

/** Counts the attempt against the budget of its organization, or has the delivery wait for it. */
async function spendBudget(
  delivery: Delivery,
  { organizationId, isVerified }: AttemptAt,
  bytes: number,
  limits: Limits,
): Promise<boolean> {
  const result = await consumeDeliveryBudget(getTable(), { organizationId, isVerified }, bytes, limits, Date.now());
  if (result.allowed) return true;
  await waitFor(result.lacks, delivery, isVerified, bytes, limits);
  return false;
}

function bytesOf({ url, body, headers }: AttemptRequest): number {
  return requestBytes({ line: `POST ${url} HTTP/1.1\r\n\r\n`, headers, body: Buffer.byteLength(body) });
}

/** Leaves the delivery waiting until the budget resets. Returns `undefined`, for the caller to return. */
async function waitFor(
  lacking: BudgetPart,
  delivery: Delivery,
  isVerified: boolean,
  bytes: number,
  limits: Limits,
): Promise<undefined> {
  const now = Date.now();
  const until = budgetResetsAt(now);
  const reason = budgetExhausted(lacking, isVerified, limits, until);
  await waitForBudget(getTable(), delivery, { reason, until, bytes }, now);
  logger.info('delivery waits', { delivery_id: delivery.id, reason });
}

/**
 * Postpones a delivery because its destination has too many attempts: at least for `delayMs`, and each time for longer,
 * so that many deliveries for a slow destination cost little. Returns `undefined`, for the caller to return.
 */
async function postpone(
  job: DeliveryJob,
  delivery: Delivery,
  delayMs: number,
  reasonOf: (until: number) => string,
): Promise<undefined> {
  const deferrals = job.deferrals ?? 0;
  const longest = Math.min(MAX_QUEUE_DELAY_SECONDS, 2 ** Math.min(deferrals + 1, 10));
  const seconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.ceil(delayMs / SECOND + Math.random() * longest));
  const now = Date.now();
  const until = now + seconds * SECOND;
  // The job first: without it the delivery would wait for one that does not exist.
  await enqueueAttempt(getTable(), { ...job, deferrals: deferrals + 1 }, seconds);
  const reason = reasonOf(until);
  await waitForDestination(getTable(), delivery, { reason, until }, QUEUE_GRACE_MS, now);
  logger.info('delivery waits', { delivery_id: delivery.id, reason });
}
