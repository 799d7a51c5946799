import type { LoggedEvent } from '../log/events.ts';
import { readableEvent } from '../log/readable-event.ts';
import { timestamp } from '../time/time.ts';

/**
 * The body of a webhook request, with the keys in the specified order. It depends on the event alone, so that retries
 * and replays send the same bytes.
 *
 * See: docs/contract/webhooks.md#request-body.
 */
export function webhookBody(event: LoggedEvent): string {
  const { payload, message, agents } = readableEvent(event);
  return JSON.stringify({
    id: event.id,
    type: event.type,
    version: event.version,
    created_at: timestamp(event.createdAt),
    organization_id: event.organizationId,
    ...(event.aggregateType === null || event.aggregateId === null
      ? {}
      : { aggregate: { type: event.aggregateType, id: event.aggregateId } }),
    data: {
      ...payload,
      // These are added to the payload but never replace a key of it.
      ...(message === null || 'message' in payload ? {} : { message }),
      ...(agents === null || 'agent_identities' in payload ? {} : { agent_identities: agents }),
    },
  });
}

/**
 * The event type of a test delivery, which is not an event of the log.
 *
 * See: docs/contract/webhooks.md#test-deliveries.
 */
export const WEBHOOK_TEST_TYPE = 'webhook.test';
