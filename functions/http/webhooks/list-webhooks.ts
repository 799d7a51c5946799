import * as routes from '#shared/contract/routes/webhooks.ts';
import { webhooksBefore } from '#shared/data/entities/delivery/webhook.ts';
import { collect } from '#shared/data/table-client.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { webhookRecord } from './webhook-record.ts';

export const listWebhooks = operation(routes.listWebhooks, async ({ actor, table }, { query }) => {
  const webhooks = await collect(webhooksBefore(table, actor.organization.id, query.before), query.limit, (webhook) =>
    mayUse(actor, webhook),
  );
  return reply({ webhooks: webhooks.map(webhookRecord) });
});
