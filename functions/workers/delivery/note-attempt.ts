import { beginFailing, continueFailing, endFailing } from '#shared/data/direct-writes/failing-period.ts';
import { failingPeriodOf, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { AttemptOutcome } from '#shared/domain/delivery/delivery.ts';
import { type DisabledByService, endpointChange } from '#shared/domain/delivery/failing-period.ts';

/**
 * Records in an endpoint how an attempt has ended, which in the ordinary case needs no write. Returns why the endpoint
 * is to be disabled, if it is. Called before the outcome is recorded in the delivery, so that a crash between the two
 * repeats the attempt and loses no success.
 *
 * See: docs/contract/webhooks.md#disabled-endpoints.
 */
export async function noteAttempt(
  table: Table,
  webhook: Webhook,
  outcome: AttemptOutcome,
  maxDays: number,
  now: number,
): Promise<DisabledByService | undefined> {
  const change = endpointChange(failingPeriodOf(webhook), outcome, maxDays, now);
  switch (change) {
    case 'none':
      return undefined;
    case 'begin':
      await beginFailing(table, webhook, now);
      return undefined;
    case 'continue':
      await continueFailing(table, webhook, now);
      return undefined;
    case 'end':
      await endFailing(table, webhook, now);
      return undefined;
    default:
      return change;
  }
}
