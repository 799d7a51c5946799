import * as routes from '#shared/contract/routes/webhooks.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getDelivery } from './get-delivery.ts';
import { getRecovery } from './get-recovery.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { recoverWebhook } from './recover-webhook.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

export const handler = serve(routes, {
  createWebhook,
  listWebhooks,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  recoverWebhook,
  getRecovery,
  listDeliveries,
  getDelivery,
});
