import { activeIn, type WebhookCount } from '#shared/data/entities/delivery/webhook-count.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { webhookLimitMessage } from '#shared/domain/limits/limit-messages.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';

/**
 * Throws if the agent or organization has its maximum of active endpoints. See:
 * docs/contract/limits.md#events-and-webhooks.
 */
export function requireWebhookQuota(count: WebhookCount, identityId: string | null, limits: Limits): void {
  const maximum = identityId === null ? limits.webhooksPerOrganization : limits.webhooksPerAgent;
  if (activeIn(count, identityId) < maximum) return;
  throw new AppError(
    'webhook.limit_reached',
    webhookLimitMessage(identityId === null ? 'organization' : 'agent', limits),
  );
}
