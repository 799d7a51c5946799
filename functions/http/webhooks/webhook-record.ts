import type { Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** An endpoint in the form of the API, without its secrets. An endpoint for all types lists every type. */
export function webhookRecord(webhook: Webhook) {
  return {
    id: webhook.id,
    identity_id: webhook.identityId,
    url: webhook.url,
    event_types: webhook.eventTypes ?? [...EVENT_TYPES],
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    standard_webhooks: webhook.secrets[0]?.standard === true,
    created_at: timestamp(webhook.createdAt),
    updated_at: timestamp(webhook.updatedAt),
  };
}
