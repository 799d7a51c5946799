import { findDelivery } from '../../../shared/data/entities/delivery.ts';
import type { OutboxEntry } from '../../../shared/data/entities/outbox.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { createPushDeliveries } from './create-push-deliveries.ts';
import { deliveryJob } from './fan-out.ts';
import type { Job } from './job.ts';
import { replay } from './replay.ts';
import type { WebhookCache } from './webhook-cache.ts';

/** Hands an outbox entry to whoever does its work. */
export async function dispatchOutboxEntry(entry: OutboxEntry, webhookCache: WebhookCache): Promise<Job[]> {
  switch (entry.kind) {
    case 'code_mail':
      return [
        {
          queue: 'mail',
          message: { body: { organizationId: entry.organizationId, outboxId: entry.id }, group: entry.organizationId },
        },
      ];
    case 'mail': {
      const { organizationId, identityId, messageId } = entry;
      return [{ queue: 'mail', message: { body: { organizationId, identityId, messageId }, group: organizationId } }];
    }
    case 'webhook_test': {
      const delivery = await findDelivery(getTable(), entry.organizationId, entry.deliveryId);
      return delivery?.status === 'pending' ? [deliveryJob(delivery)] : [];
    }
    case 'domain_check': {
      const { organizationId, domainId } = entry;
      const body = { kind: 'check', organizationId, domainId };
      return [{ queue: 'domain', message: { body, group: organizationId } }];
    }
    case 'domain_release': {
      const body = { kind: 'release', domain: entry.domain };
      return [{ queue: 'domain', message: { body, group: entry.organizationId } }];
    }
    case 'task_push':
      return createPushDeliveries(entry);
    case 'noop':
      return [];
    case 'replay':
      return replay(entry, await webhookCache.forOrganization(entry.organizationId));
  }
}
