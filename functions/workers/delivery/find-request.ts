import type { DeliveryJob } from '#shared/contract/jobs.ts';
import { deadLetterWithoutAttempt } from '#shared/data/direct-writes/delivery-attempt.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { isOwnUrl } from '#shared/domain/http/own-address.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { waitsForFailing } from './admit-attempt.ts';
import type { AttemptSettings } from './attempt-settings.ts';
import type { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { pushTarget } from './push-target.ts';
import {
  type AttemptRequest,
  type AttemptTarget,
  type NoAttempt,
  type TargetFinder,
  webhookTarget,
} from './webhook-target.ts';

/** Begins to read what an attempt needs. If that fails, it matters only once the lease is held. */
export function beginFinding(job: DeliveryJob, cache: DeliveryBatchCache, isVerified: boolean): Promise<TargetFinder> {
  const finding = job.push === undefined ? webhookTarget(job, cache) : pushTarget(job.push);
  finding.catch(() => {});
  // Attempts of unverified organizations often have to wait, and then need no event.
  if (isVerified && job.push === undefined) cache.event(job).catch(() => {});
  return finding;
}

/**
 * Finds the request of a leased delivery, as its endpoint is now. Returns `undefined` if none is to be sent: the
 * delivery waits because its host fails, or it has ended because its endpoint or event no longer exists.
 */
export async function findRequest(
  job: DeliveryJob,
  delivery: Delivery,
  finding: Promise<TargetFinder>,
  settings: AttemptSettings,
): Promise<AttemptRequest | undefined> {
  const findTarget = await finding;
  const target = refuseOwn(await findTarget(delivery), settings);
  if ('url' in target && (await waitsForFailing(job, delivery, target.url, settings))) return undefined;
  const request = 'url' in target ? await target.build() : target;
  if (!('reason' in request)) return request;
  const { retentionMs } = settings;
  await deadLetterWithoutAttempt(getTable(), delivery, request.reason, { now: Date.now(), retentionMs });
  return undefined;
}

/** A URL of the service itself is refused when it is registered. One that was stored before is never attempted. */
function refuseOwn(target: AttemptTarget | NoAttempt, { ownUrls }: AttemptSettings): AttemptTarget | NoAttempt {
  if (!('url' in target) || !isOwnUrl(target.url, ownUrls)) return target;
  return { reason: 'the URL is one of this service' };
}
