import type { DeliveryJob } from '#shared/contract/jobs.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { admitAttempt } from './admit-attempt.ts';
import { type AttemptSettings, readAttemptSettings } from './attempt-settings.ts';
import type { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { beginFinding, findRequest } from './find-request.ts';
import { leaseAttempt } from './lease-attempt.ts';
import { post } from './post.ts';
import { recordAttempt } from './record-attempt.ts';
import { inTurn } from './unverified-turns.ts';
import type { TargetFinder } from './webhook-target.ts';
import { whileLeased } from './while-leased.ts';

/**
 * Acquires the lease of an attempt, makes the attempt, records its outcome, and schedules the next attempt if any. The
 * attempts of unverified organizations take turns.
 */
export async function deliver(job: DeliveryJob, cache: DeliveryBatchCache): Promise<void> {
  const isVerified = await isOwnerVerified(getTable(), job.organizationId);
  await inTurn(isVerified, async (turn) => {
    const settings = readAttemptSettings(isVerified, turn);
    const finding = beginFinding(job, cache, isVerified);
    const delivery = await leaseAttempt(job);
    if (delivery === undefined) return;
    // The lease lasts until the outcome is recorded, however slowly the table responds: or the receiver gets it twice.
    await whileLeased(delivery, () => attempt({ job, delivery, finding, cache }, settings));
  });
}

/** An attempt with its lease, which this worker holds. */
interface LeasedAttempt {
  readonly job: DeliveryJob;
  readonly delivery: Delivery;
  readonly finding: Promise<TargetFinder>;
  readonly cache: DeliveryBatchCache;
}

/** Finds the request, has it admitted, posts it, and records the outcome. */
async function attempt({ job, delivery, finding, cache }: LeasedAttempt, settings: AttemptSettings): Promise<void> {
  const request = await findRequest(job, delivery, finding, settings);
  if (request === undefined) return;

  const admitted = await admitAttempt(job, delivery, request, settings);
  if (admitted === undefined) return;

  const { turn, policy, limits } = settings;
  const how = { timeoutMs: limits.deliveryTimeoutMs, policy, address: admitted.address };
  const outcome = await turn.outside(() => post(request.url, request.headers, request.body, how));

  const ending = admitted.end(outcome);
  const endpoint = job.push === undefined ? await cache.webhook(job) : undefined;
  await recordAttempt({ job, delivery, request, endpoint, outcome, ending }, settings);
}
