import type { LoggedEvent } from './events.ts';
import { timestamp } from './time.ts';

/**
 * The body a receiver gets, serialized with the specified order of keys. It follows from the event alone, so a
 * retry and a replay send the same bytes.
 *
 * See: docs/contract/webhooks.md#request-body.
 */
export function webhookBody(event: LoggedEvent): string {
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
      ...event.payload,
      // "Beside the payload and never in place of it": a payload key of the same name stays.
      ...(event.message === null || 'message' in event.payload ? {} : { message: event.message }),
      ...(event.agents === null || 'agent_identities' in event.payload ? {} : { agent_identities: event.agents }),
    },
  });
}

/** The body of a test call, which is outside the log. See: docs/contract/mail.md#inbound-hook. */
export const WEBHOOK_TEST_TYPE = 'webhook.test';
