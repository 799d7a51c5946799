import { deliveriesAfter } from '#shared/data/entities/delivery/delivery.ts';
import type { MatchedDeliveries } from '#shared/data/entities/delivery/recovery.ts';
import type { Webhook } from '#shared/data/entities/delivery/webhook.ts';
import type { Table } from '#shared/data/table-client.ts';
import {
  isRecoverable,
  MAX_EXAMINED_DELIVERIES,
  MAX_RECOVERED_DELIVERIES,
  type RecoveryStatus,
} from '#shared/domain/delivery/recovery.ts';

/** Deliveries of a partition that are read at first. */
const FIRST_PAGE = 25;

/** What failed at an endpoint, and the time after which there may be more. */
interface FailedDeliveries extends MatchedDeliveries {
  readonly nextSince: number | null;
}

/** The most that one call matches and reads. */
interface MatchBounds {
  readonly matched: number;
  readonly examined: number;
}

const BOUNDS: MatchBounds = { matched: MAX_RECOVERED_DELIVERIES, examined: MAX_EXAMINED_DELIVERIES };

/**
 * Finds the deliveries of an endpoint that failed since a time (exclusive, epoch milliseconds), oldest first. It reads
 * the deliveries of the whole organization, which have no other order, and ends at a bound.
 *
 * See: docs/contract/webhooks.md#recover.
 */
export async function matchDeliveries(
  table: Table,
  { organizationId, id: webhookId }: Pick<Webhook, 'organizationId' | 'id'>,
  { since, status }: { since: number; status: RecoveryStatus },
  bounds = BOUNDS,
): Promise<FailedDeliveries> {
  const deliveryIds: string[] = [];
  const generations: number[] = [];
  let examined = 0;
  let last = since;
  for await (const delivery of deliveriesAfter(table, organizationId, since, FIRST_PAGE)) {
    if (examined === bounds.examined || deliveryIds.length === bounds.matched) {
      return { deliveryIds, generations, nextSince: last };
    }
    examined += 1;
    last = delivery.createdAt;
    if (delivery.webhookId !== webhookId || !isRecoverable(delivery, status)) continue;
    deliveryIds.push(delivery.id);
    generations.push(delivery.generation);
  }
  return { deliveryIds, generations, nextSince: null };
}
