import { findWebhook, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/** Loads an endpoint. See: docs/contract/webhooks.md#endpoints. */
export const loadWebhook = resourceLoader<Webhook>('webhook', findWebhook, ({ identityId }) => identityId);
