import type { DeliveryJob } from '#shared/contract/jobs.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { isKnownVerified, isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { admitAttempt } from './admit-attempt.ts';
import { type AttemptSettings, readAttemptSettings } from './attempt-settings.ts';
import type { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { beginFinding, findRequest } from './find-request.ts';
import { leaseAttempt } from './lease-attempt.ts';
import { post } from './post.ts';
import { inTurn, type Turn } from './preparation-turn.ts';
import { recordAttempt } from './record-attempt.ts';
import type { TargetFinder } from './webhook-target.ts';
import { whileLeased } from './while-leased.ts';

/** Acquires the lease of an attempt, makes the attempt, records its outcome, and schedules the next attempt if any. */
export async function deliver(job: DeliveryJob, cache: DeliveryBatchCache): Promise<void> {
  const settings = readAttemptSettings(await ownerIsVerified(job));
  await inTurn(settings, async (turn) => {
    const finding = beginFinding(job, cache, settings.isVerified);
    const delivery = await leaseAttempt(job);
    if (delivery === undefined) return;
    // The lease lasts until the outcome is recorded, however slowly the table responds: or the receiver gets it twice.
    await whileLeased(delivery, () => attempt({ job, delivery, finding, cache, turn }, settings));
  });
}

/**
 * Whether the owner of a job's organization is verified. It was not when the job says so: one that was verified since
 * has its limits from the next attempt on, without a read for each attempt of a stranger.
 */
async function ownerIsVerified({ organizationId, isVerified }: DeliveryJob): Promise<boolean> {
  if (isVerified === false) return isKnownVerified(getTable(), organizationId);
  return isOwnerVerified(getTable(), organizationId);
}

/** An attempt with its lease, which this worker holds. */
interface LeasedAttempt {
  readonly job: DeliveryJob;
  readonly delivery: Delivery;
  readonly finding: Promise<TargetFinder>;
  readonly cache: DeliveryBatchCache;
  readonly turn: Turn;
}

/** Finds the request, has it admitted, posts it, and records the outcome. */
async function attempt(
  { job, delivery, finding, cache, turn }: LeasedAttempt,
  settings: AttemptSettings,
): Promise<void> {
  const request = await findRequest(job, delivery, finding, settings);
  if (request === undefined) return;

  const admitted = await admitAttempt(job, delivery, request, settings, turn);
  if (admitted === undefined) return;
  turn.end();

  const { policy, limits } = settings;
  const how = { timeoutMs: limits.deliveryTimeoutMs, policy, address: admitted.address };
  const { outcome, response } = await post(request.url, request.headers, request.body, how);

  const ending = admitted.end(outcome);
  const endpoint = job.push === undefined ? await cache.webhook(job) : undefined;
  await recordAttempt({ job, delivery, request, endpoint, outcome, response, ending }, settings);
}
